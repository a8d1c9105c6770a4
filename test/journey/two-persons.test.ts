import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paidOrder, query } from "../support/merchant-calls.ts";
import { makeOperatorKey, operatorClient } from "../support/operator.ts";
import { hiddenFields, textOf } from "../support/page-visitor.ts";
import {
  codeOf,
  panelUsers,
  panelVisitor,
  type PanelUser,
  type PanelVisitor,
} from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const DAY = 24 * 60 * 60_000;
const PASSWORD = "dokuz kuru yaprak 41";

/** One person who can give others access must not decide alone in their names. */
describe("the second person of a refund above the limit", { timeout: 120_000 }, () => {
  let shop: TestService;
  let base = "";
  let made = 0;
  beforeAll(async () => {
    shop = await startTestService();
    base = `/panel/${shop.merchant.merchant.merchantId}/test`;
  });
  afterAll(() => shop.close());

  type Person = PanelUser & { readonly visitor: PanelVisitor; readonly secret: string };
  const newUser = (role: "owner" | "finance" | "support"): Promise<PanelUser> => {
    made += 1;
    const { merchantId } = shop.merchant.merchant;
    return panelUsers(shop).create(role, merchantId, `${role}${made}@example.com`);
  };
  const newOwner = async (): Promise<Person> => {
    const person = await newUser("owner");
    const visitor = panelVisitor(shop);
    await visitor.signIn(person);
    const { secret } = await visitor.secure();
    await visitor.get(`${base}/approvals`);
    return { ...person, visitor, secret };
  };
  const signedIn = async (person: PanelUser, secret = ""): Promise<PanelVisitor> => {
    const visitor = panelVisitor(shop);
    await visitor.signIn(person);
    if (secret !== "") await visitor.post("/panel/sign-in/code", { code: codeOf(shop, secret) });
    await visitor.get(`${base}/approvals`);
    return visitor;
  };
  /** The owner's own request of a refund of 60,00 with a limit of 50,00; returns its id. */
  const requestBy = async (visitor: PanelVisitor): Promise<string> => {
    const { order } = await paidOrder(shop.api, { fields: { amount: 10_000 } });
    const path = `${base}/payments/${order}/refund`;
    const formOf = (html: string) => hiddenFields(html.replace(/^.*<main/s, ""));
    const form = await visitor.get(path);
    const wish = { ...formOf(form.html), kind: "part", amount: "60", reason: "Kırık" };
    const review = await visitor.post(path, wish);
    await visitor.post(path, formOf(review.html));
    const rows = await query(shop, "select request_id from refund_request where order_id = $1", [
      order,
    ]);
    return String(rows[0]?.["request_id"]);
  };
  const approve = async (visitor: PanelVisitor, request: string): Promise<string> =>
    textOf(
      (await visitor.follow(await visitor.post(`${base}/approvals/approve`, { request }))).html,
    );
  const stateOf = async (request: string): Promise<unknown> =>
    (await query(shop, "select state from refund_request where request_id = $1", [request]))[0]?.[
      "state"
    ];
  const linkIn = (html: string): string => /<code>([^<]+)</.exec(html)?.[1] ?? "";
  /** Chooses the password at a link, as each person who has seen the link can. */
  const chooseAt = async (link: string): Promise<void> => {
    const token = new URL(link).searchParams.get("token") ?? "";
    await panelVisitor(shop).post("/panel/choose-password", { token, password: PASSWORD });
  };
  const invited = async (owner: PanelVisitor, role: string): Promise<string> => {
    made += 1;
    const email = `${role}${made}@example.com`;
    await owner.get(`${base}/users`);
    const created = await owner.post(`${base}/users`, { email, role });
    await chooseAt(linkIn(created.html));
    return email;
  };
  const asUser = (email: string): PanelUser =>
    ({ user: { email }, password: PASSWORD }) as PanelUser;
  const limited = async (): Promise<Person> => {
    const owner = await newOwner();
    await owner.visitor.post(`${base}/approvals/limit`, { limit: "50" });
    shop.clock.move(1_500);
    return owner;
  };

  it("is not a user whom the requester invited, until a day has passed", async () => {
    const owner = await limited();
    const request = await requestBy(owner.visitor);
    const puppet = await signedIn(asUser(await invited(owner.visitor, "finance")));
    expect(await approve(puppet, request)).toContain("You can decide as the second person from");
    const page = await puppet.get(`${base}/approvals/${request}`);
    expect(textOf(page.html)).toContain("You can decide as the second person from");
    expect(page.html).not.toContain(`value="${request}"`);
    expect(await stateOf(request)).toBe("waiting");
    shop.clock.move(DAY);
    const back = await signedIn({
      ...asUser(""),
      user: { email: `finance${made}@example.com` } as PanelUser["user"],
    });
    expect(await approve(back, request)).toContain("was refunded");
  });

  it("is not a user whose password the requester has reset", async () => {
    const owner = await limited();
    const finance = await newUser("finance");
    const request = await requestBy(owner.visitor);
    const path = `${base}/users/${finance.user.userId}`;
    await owner.visitor.get(path);
    const reset = await owner.visitor.post(`${path}/reset`, { second_factor: "yes" });
    await chooseAt(linkIn(reset.html));
    const puppet = await signedIn(asUser(finance.user.email));
    expect(await approve(puppet, request)).toContain("You can decide as the second person from");
    expect(await stateOf(request)).toBe("waiting");
    const [entry] = await query(
      shop,
      "select actor, after from panel_audit where action = 'user.password_reset' and object_id = $1",
      [finance.user.userId],
    );
    const { email } = owner.user;
    expect(entry).toEqual({ actor: email, after: { link_shown_to: email } });
    // Another user, whom the command line made, is independent.
    expect(await approve(await signedIn(await newUser("finance")), request)).toContain("refunded");
  });

  it("is not a user who got access through an operator key", async () => {
    const owner = await limited();
    const request = await requestBy(owner.visitor);
    const operator = operatorClient(shop.url, (await makeOperatorKey(shop)).text);
    const { merchantId } = shop.merchant.merchant;
    const wish = { email: "by-key@example.com", role: "finance", language: "en" };
    const { body } = await operator("POST", `merchants/${merchantId}/users`, wish);
    await chooseAt(String(body["choose_password_url"]));
    const puppet = await signedIn(asUser(wish.email));
    expect(await approve(puppet, request)).toContain("You can decide as the second person from");
    expect(await stateOf(request)).toBe("waiting");
  });

  it("is not who invited the requester, or gave the requester another role", async () => {
    const owner = await limited();
    const email = await invited(owner.visitor, "support");
    const request = await requestBy(await signedIn(asUser(email)));
    expect(await approve(owner.visitor, request)).toContain("You can decide as the second person");
    const clerk = await newUser("support");
    const path = `${base}/users/${clerk.user.userId}`;
    await owner.visitor.get(path);
    await owner.visitor.post(`${path}/role`, { role: "finance" });
    const own = await requestBy(owner.visitor);
    expect(await approve(await signedIn(clerk), own)).toContain("You can decide as the second");
  });

  it("records the result of the refund, too, when the bank's answers don't tell it", async () => {
    const owner = await limited();
    const request = await requestBy(owner.visitor);
    const puppet = await signedIn(asUser(await invited(owner.visitor, "finance")));
    const other = await signedIn(await newUser("finance"));
    expect(await approve(other, request)).toContain("was refunded");
    const [row] = await query(
      shop,
      `update attempt set state = 'needs_person', person_reason = 'repeat_is_dangerous'
       from refund_request join refund using (merchant_id, refund_id)
       where request_id = $1 and attempt.attempt_id = refund.attempt_id
       returning attempt.attempt_id as id`,
      [request],
    );
    const finding = { attempt: String(row?.["id"]), finding: "not_booked" };
    const clear = async (visitor: PanelVisitor): Promise<string> =>
      textOf(
        (await visitor.follow(await visitor.post(`${base}/cases/clear`, finding))).html,
      ).replace(/^.* Not done: /, "");
    expect(await clear(owner.visitor)).toMatch(/^You asked for this refund above the limit/);
    expect(await clear(puppet)).toMatch(/You can decide as the second person from/);
    const audited = "select actor from panel_audit where action = 'payment.cleared.asked'";
    expect(await query(shop, audited)).toEqual([]);
    expect(await clear(other)).not.toMatch(/You (?:asked|can decide)/);
    expect(await query(shop, audited)).toHaveLength(1);
  });

  it("of a higher limit is no owner whose password the requester has reset", async () => {
    const second = await newOwner();
    shop.clock.move(2 * DAY);
    const first = await newOwner();
    await first.visitor.post(`${base}/approvals/limit`, { limit: "50" });
    await first.visitor.post(`${base}/approvals/limit`, { limit: "70" });
    const path = `${base}/users/${second.user.userId}`;
    await first.visitor.get(path);
    const reset = await first.visitor.post(`${path}/reset`, { second_factor: "yes" });
    await chooseAt(linkIn(reset.html));
    const puppet = panelVisitor(shop);
    await puppet.signIn(asUser(second.user.email));
    await puppet.secure();
    const page = await puppet.get(`${base}/approvals`);
    expect(textOf(page.html)).toContain("You can decide as the second person from");
    const [row] = await query(
      shop,
      "select settings -> 'refundLimitRaise' as raise from merchant where merchant_id = $1",
      [shop.merchant.merchant.merchantId],
    );
    const raise = (row?.["raise"] ?? {}) as Record<string, string>;
    const { above, from, requestedBy } = raise;
    const fields = { raise: [above, from, requestedBy].join(" "), password: PASSWORD };
    const said = await puppet.follow(await puppet.post(`${base}/approvals/limit/confirm`, fields));
    expect(textOf(said.html)).toContain("You can decide as the second person from");
  });

  it("is one entry of the audit log, however often the button is pressed", async () => {
    const owner = await limited();
    const request = await requestBy(owner.visitor);
    const finance = await signedIn(await newUser("finance"));
    await Promise.all(Array.from({ length: 5 }, () => approve(finance, request)));
    const entries = await query(
      shop,
      `select distinct action, case when action = 'refund.approved' then entry_id end as entry
       from panel_audit where after ->> 'request_id' = $1 and action like 'refund.a%'
       order by action`,
      [request],
    );
    expect(entries).toMatchObject([
      { action: "refund.approved" },
      { action: "refund.approved.refused" },
    ]);
  });
});
