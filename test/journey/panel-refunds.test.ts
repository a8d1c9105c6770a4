import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { merchantCalls } from "../support/merchant-calls.ts";
import { hiddenFields, hrefsOf, textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
const CUSTOMER = { name: "Ayşe", surname: "Yılmaz" };
const REFUND_FAILS = "5406670000000009";

describe("refunds, captures and voids in the panel", () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let finance: PanelVisitor;
  let home: string;
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    home = `/panel/${merchantId}/test`;
    const users = panelUsers(shop);
    [owner, finance] = [panelVisitor(shop), panelVisitor(shop)];
    await owner.signIn(await users.create("owner", merchantId, "sahip@example.com"));
    await owner.secure();
    await finance.signIn(await users.create("finance", merchantId, "finans@example.com"));
  });
  afterAll(() => shop.close());

  const newOrder = async (fields = {}, card = APPROVED): Promise<string> => {
    const session = await shop.api.session({ amount: 10_000, customer: CUSTOMER, ...fields });
    return String((await shop.api.pay(session, card)).body["order_id"]);
  };
  const pathOf = (order: string, move = ""): string => `${home}/payments/${order}${move}`;
  /** Asks for a refund, reads its consequences, confirms; returns the page after it. */
  const move = async (person: PanelVisitor, path: string, fields: Record<string, string> = {}) => {
    const form = await person.get(path);
    const review = await person.post(path, { ...formOf(form.html), kind: "full", ...fields });
    const answer = await person.post(path, formOf(review.html));
    return { review: textOf(review.html), page: textOf((await person.follow(answer)).html) };
  };
  /** The form of the page's content, after the forms around it. */
  const formOf = (html: string): Record<string, string> =>
    hiddenFields(html.replace(/^.*<main/s, ""));
  const refunds = async (order: string) => {
    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ amount: bigint; state: string }>(
        "select amount, state from refund where order_id = $1 order by amount desc",
        [order],
      );
    return rows.map(({ amount, state }) => [Number(amount), state]);
  };

  it("show the consequences of a refund, make it, and show the user who made it", async () => {
    const order = await newOrder();
    const path = pathOf(order, "/refund");
    const part = await move(finance, path, { kind: "part", amount: "25,50", reason: "Kırık" });
    expect(part.review).toContain("Ayşe Yılmaz will get TRY 25.50 back.");
    expect(part.review).toContain("After this, another TRY 74.50 can be refunded.");
    expect(part.page).toContain("TRY 25.50 was refunded.");
    expect(part.page).toMatch(/“Kırık” finans@example\.com · 127\.0\.0\.1 · request req_\w+/);
    const rest = await move(finance, path);
    expect(rest.review).toContain("After this, nothing is left to refund.");
    expect(rest.page).toContain("Refunded");
    expect(await refunds(order)).toEqual([
      [7_450, "succeeded"],
      [2_550, "succeeded"],
    ]);
    const over = await finance.follow(await finance.get(path));
    expect(textOf(over.html)).toContain("There is nothing to refund of this payment.");
  });

  it("refuse the full amount together with a typed one, and then offer the typed one", async () => {
    const order = await newOrder();
    const path = pathOf(order, "/refund");
    const form = await finance.get(path);
    const both = { ...formOf(form.html), kind: "full", amount: "50,25" };
    const refused = await finance.post(path, both);
    expect(refused.status).toBe(422);
    expect(textOf(refused.html)).toContain("You chose the full amount and typed another one.");
    expect(refused.html).toMatch(/value="part" checked/);
    expect(refused.html).toContain('value="50,25"');
    expect(await refunds(order)).toEqual([]);
    const sameText = await finance.post(path, { ...both, amount: "100" });
    expect(textOf(sameText.html)).toContain("Ayşe Yılmaz will get TRY 100.00 back.");
  });

  it("make one refund of one form, however often it is submitted", async () => {
    const order = await newOrder();
    const path = pathOf(order, "/refund");
    const form = await finance.get(path);
    const fields = { ...formOf(form.html), kind: "part", amount: "10", reason: "" };
    const review = await finance.post(path, fields);
    const confirm = formOf(review.html);
    await Promise.all(Array.from({ length: 20 }, () => finance.post(path, confirm)));
    await finance.post(path, confirm);
    expect(await refunds(order)).toEqual([[1_000, "succeeded"]]);
  });

  it("refund the whole amount once, from two windows at one time", async () => {
    const order = await newOrder();
    const path = pathOf(order, "/refund");
    const windows = [owner, finance];
    const reviews = await Promise.all(
      windows.map(async (person) => {
        const form = await person.get(path);
        return person.post(path, { ...formOf(form.html), kind: "full" });
      }),
    );
    const answers = await Promise.all(
      windows.map(async (person, index) => {
        const confirm = formOf(reviews[index]?.html ?? "");
        return textOf((await person.follow(await person.post(path, confirm))).html);
      }),
    );
    expect(await refunds(order)).toEqual([[10_000, "succeeded"]]);
    expect(answers.filter((text) => text.includes("TRY 100.00 was refunded."))).toHaveLength(1);
  });

  it("refund exactly what was confirmed, or nothing", async () => {
    const order = await newOrder();
    const path = pathOf(order, "/refund");
    const form = await finance.get(path);
    const review = await finance.post(path, { ...formOf(form.html), kind: "full" });
    expect(textOf(review.html)).toContain("will get TRY 100.00 back");
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    expect((await till.refund(order, { amount: 8_000 })).status).toBe(200);
    const confirmed = await finance.post(path, formOf(review.html));
    expect(confirmed.status).toBe(422);
    expect(textOf(confirmed.html)).toContain("TRY 20.00");
    expect(await refunds(order)).toEqual([[8_000, "succeeded"]]);
  });

  it("have no button for a role without the right, whose form is refused", async () => {
    const order = await newOrder();
    const held = await newOrder({ capture_method: "manual" });
    const offered = async (person: PanelVisitor, path: string) =>
      hrefsOf((await person.get(path)).html).filter((href) =>
        /\/(refund|capture|void)$/.test(href),
      );
    expect(await offered(finance, pathOf(order))).toEqual([pathOf(order, "/refund")]);
    expect(await offered(finance, pathOf(held))).toHaveLength(2);
    const users = panelUsers(shop);
    for (const role of ["developer", "read-only"] as const) {
      const person = panelVisitor(shop);
      const { merchantId } = shop.merchant.merchant;
      await person.signIn(await users.create(role, merchantId, `${role}@example.com`));
      for (const path of [pathOf(order), pathOf(held)]) {
        expect([role, await offered(person, path)]).toEqual([role, []]);
      }
      for (const path of [
        pathOf(order, "/refund"),
        pathOf(held, "/capture"),
        pathOf(held, "/void"),
      ]) {
        const asked = [(await person.get(path)).status, (await person.post(path)).status];
        expect([role, path, ...asked]).toEqual([role, path, 403, 403]);
      }
    }
    expect(await refunds(order)).toEqual([]);
  });

  it("never exceed the refundable amount, however many forms are submitted", async () => {
    const order = await newOrder();
    const path = pathOf(order, "/refund");
    const forms = await Promise.all(
      Array.from({ length: 20 }, async () => formOf((await finance.get(path)).html)),
    );
    await Promise.all(
      forms.map((form) =>
        finance.post(path, { ...form, kind: "part", amount: "30", confirmed: "yes" }),
      ),
    );
    expect(await refunds(order)).toEqual(Array.from({ length: 3 }, () => [3_000, "succeeded"]));
    for (const amount of ["10,01", "0", "-1", "abc", ""]) {
      const fields = { ...formOf((await finance.get(path)).html), kind: "part", amount };
      expect([amount, (await finance.post(path, fields)).status]).toEqual([amount, 422]);
    }
  });

  it("store no card number that was typed as a reason", async () => {
    const order = await newOrder();
    const reason = "wrong card 5528790000000008";
    const { page } = await move(finance, pathOf(order, "/refund"), { reason });
    expect(page).toContain("“wrong card 5528…0008”");
    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ text: string }>("select string_agg(after::text, '') as text from panel_audit");
    expect(rows[0]?.text).not.toContain("5528790000000008");
  });

  it("show a refusal of the bank", async () => {
    const order = await newOrder({}, REFUND_FAILS);
    const { page } = await move(finance, pathOf(order, "/refund"));
    expect(page).toContain("The bank refused the refund. No money moved.");
    expect(page).toContain("declined by the bank");
  });

  it("need a second person above the limit, and never the same one", async () => {
    await owner.get(`${home}/approvals`);
    const limited = await owner.post(`${home}/approvals/limit`, { limit: "50" });
    expect(textOf((await owner.follow(limited)).html)).toContain("The limit was saved.");
    shop.clock.move(1_500);
    const order = await newOrder();
    const path = pathOf(order, "/refund");
    await move(finance, path, { kind: "part", amount: "40" });
    const asked = await move(finance, path, { kind: "part", amount: "20", reason: "İkinci" });
    expect(asked.review).toContain("above TRY 50.00, so a second person has to approve it");
    expect(asked.page).toContain("The refund was sent for approval.");
    expect(await refunds(order)).toEqual([[4_000, "succeeded"]]);

    const { rows } = await shop.database
      .open({ max: 1 })
      .query<{ request_id: string }>("select request_id from refund_request");
    const request = rows[0]?.request_id ?? "";
    const decide = async (person: PanelVisitor, how: string) =>
      textOf(
        (await person.follow(await person.post(`${home}/approvals/${how}`, { request }))).html,
      );
    expect(await decide(finance, "approve")).toContain("This is your own request");
    expect(await decide(finance, "reject")).toContain("This is your own request");
    expect(await refunds(order)).toEqual([[4_000, "succeeded"]]);
    await Promise.all([decide(owner, "approve"), decide(owner, "approve")]);
    expect(await refunds(order)).toEqual([
      [4_000, "succeeded"],
      [2_000, "succeeded"],
    ]);
    expect(await decide(owner, "reject")).toContain("Another user has decided");
    const page = textOf((await owner.get(pathOf(order))).html);
    expect(page).toMatch(/Approval was asked for a refund of TRY 20\.00 “İkinci” finans@/);
    expect(page).toMatch(/The refund was approved sahip@example\.com · .* · request req_/);
  });

  it("ask again for the reason that the second person reads, with all that was typed", async () => {
    const order = await newOrder({ reference: "SIP-77" });
    const path = pathOf(order, "/refund");
    const wish = { ...formOf((await finance.get(path)).html), kind: "part", amount: "60,25" };
    for (const confirmed of ["", "yes"]) {
      const asked = await finance.post(path, { ...wish, cause: "", reason: " ", confirmed });
      expect([asked.status, textOf(asked.html)]).toEqual([
        422,
        expect.stringContaining("choose or type the reason by which that person decides"),
      ]);
      expect(asked.html).toMatch(/value="part" checked/);
      expect(asked.html).toContain('value="60,25"');
      expect(asked.html).toContain(wish["key" as keyof typeof wish]);
    }
    const small = await move(finance, path, { kind: "part", amount: "5" });
    expect(small.page).toContain("TRY 5.00 was refunded.");
    const sent = await move(finance, path, { ...wish, cause: "returned", reason: "Kapağı kırık" });
    expect(sent.page).toContain("The refund was sent for approval.");
    const list = (await owner.get(`${home}/approvals`)).html;
    const page = hrefsOf(list).find((href) => /approvals\/\w{15,}$/.test(href)) ?? "";
    const facts = textOf((await owner.get(page)).html);
    expect(facts).toMatch(/TRY 60\.25 .*returned.*: Kapağı kırık .*Ayşe Yılmaz .*SIP-77/);
    expect(facts).toMatch(/Charged.* TRY 100\.00 Refunded TRY 5\.00 .*TRY 95\.00 Limit TRY 50\.00/);
    const request = page.split("/").at(-1) ?? "";
    const question = await owner.submit(`${home}/approvals/approve`, { request });
    expect(textOf(question.html)).toMatch(
      /TRY 60\.25 .*SIP-77 .* A refund can't be taken back\. Approve and refund/,
    );
    expect(await refunds(order)).toEqual([[500, "succeeded"]]);
    const rejected = await owner.follow(await owner.post(`${home}/approvals/reject`, { request }));
    expect(textOf(rejected.html)).toContain("The refund was rejected.");
  });

  it("show a request until it is decided, however many were made since", async () => {
    const order = await newOrder();
    const fields = { kind: "part", amount: "60", reason: "Kırık" };
    await move(finance, pathOf(order, "/refund"), fields);
    await shop.database.open({ max: 1 }).query(
      `insert into refund_request
       select (jsonb_populate_record(request, jsonb_build_object(
         'request_id', 'decided' || n, 'form_key', 'decided' || n, 'state', 'rejected',
         'decided_by', 'somebody', 'decider', 'somebody', 'decided_at', requested_at,
         'requested_at', requested_at + n * interval '1 minute'))).*
       from refund_request as request, generate_series(1, 100) as n where order_id = $1`,
      [order],
    );
    const { html } = await owner.get(`${home}/approvals`);
    const [open = ""] = html.match(/<table[^>]*>.*?<\/table>/s) ?? [];
    expect(open).toContain(order);
    const [page = ""] = hrefsOf(open);
    expect((await owner.get(page)).html).toContain(`${home}/approvals/approve`);
  });

  it("do not exceed the limit by many simultaneous forms", async () => {
    const order = await newOrder();
    const path = pathOf(order, "/refund");
    const forms = await Promise.all(
      Array.from({ length: 6 }, async () => formOf((await finance.get(path)).html)),
    );
    await Promise.all(
      forms.map((form) =>
        finance.post(path, {
          ...form,
          kind: "part",
          amount: "20",
          reason: "Kırık",
          confirmed: "yes",
        }),
      ),
    );
    expect((await refunds(order)).length).toBe(2);
  });

  it("capture a part of a preauthorised amount, and void one", async () => {
    const held = await newOrder({ capture_method: "manual" });
    const captured = await move(owner, pathOf(held, "/capture"), { kind: "part", amount: "60" });
    expect(captured.review).toContain("The remaining TRY 40.00 will be released.");
    expect(captured.page).toContain("TRY 60.00 was captured.");
    const released = await newOrder({ capture_method: "manual" });
    const path = pathOf(released, "/void");
    const form = await owner.get(path);
    expect(textOf(form.html)).toContain("The hold of TRY 100.00 will be released at once.");
    const done = await owner.follow(await owner.post(path, formOf(form.html)));
    expect(textOf(done.html)).toContain("The hold was released.");
    const again = await owner.follow(await owner.post(path, formOf(form.html)));
    expect(textOf(again.html)).toContain("The hold of this payment has ended.");
  });
});
