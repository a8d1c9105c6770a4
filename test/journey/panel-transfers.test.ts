import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import {
  panelUsers,
  panelVisitor,
  type PanelUser,
  type PanelVisitor,
} from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053, mt940 } from "../support/statements.ts";
import { awaitTransfer } from "../support/transfer-customer.ts";

describe("the panel's pages of transfers and accounts", { timeout: 120_000 }, () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let person: PanelUser;
  let base = "";
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test/transfers`;
    owner = panelVisitor(shop);
    person = await panelUsers(shop).create("owner", merchantId);
    await owner.signIn(person);
  });
  afterAll(() => shop.close());

  const page = async (path = base): Promise<string> => textOf((await owner.get(path)).html);
  const upload = (text: string) => owner.post(`${base}/import`, { file: new Blob([text]) });

  it("show an expected transfer until a statement contains it, and the queue of unmatched lines", async () => {
    expect(await page()).toContain("No transfer is expected");
    const exact = await awaitTransfer(shop);
    const little = await awaitTransfer(shop);
    expect(await page()).toContain(exact.account.reference_code);
    const statement = camt053(exact.account.iban, [
      { reference: "1", minor: 125_000, description: exact.account.reference_code },
      { reference: "2", minor: 90_000, description: `${little.account.reference_code} <b>` },
    ]);
    const report = textOf((await upload(statement)).html);
    expect(report).toMatch(/Lines of money that arrived 2.*Payments completed 1.*Unmatched 1/);
    const after = await page();
    expect(after).not.toContain(exact.account.reference_code);
    expect(after).toContain("Too little");
    const status = await shop.api.status(exact.session, exact.id);
    expect(status.body["status"]).toBe("completed");
    expect(textOf((await upload(statement)).html)).toMatch(/Seen before 2/);
  });

  it("remove a line from the queue after its money was sent back, for its own merchant only", async () => {
    const { html } = await owner.get(base);
    const line = decodeURIComponent(/transfers\/line\?line=([^"]*)"/.exec(html)?.[1] ?? "");
    const other = await shop.createMerchant("Komşu");
    const neighbour = panelVisitor(shop);
    const { merchantId } = other.merchant;
    await neighbour.signIn(await panelUsers(shop).create("owner", merchantId, "n@example.com"));
    const foreign = { line, reference: "IADE-1" };
    const tried = await neighbour.post(`/panel/${merchantId}/test/transfers/return`, foreign);
    expect(textOf((await neighbour.follow(tried)).html)).toContain("is no longer in the list");
    const give = async (reference: string) =>
      textOf((await owner.follow(await owner.post(`${base}/return`, { line, reference }))).html);
    for (const reference of [" ", "1".repeat(256), "IADE\u00011"]) {
      expect(await give(reference)).toContain("Type the bank's number");
    }
    expect(await give("IADE-1")).toContain("recorded as sent back");
    expect(await page()).toContain("There is no unmatched line");
    expect(await give("IADE-1")).toContain("is no longer in the list");
  });

  it("show the line that paid an order beside a second one that may be the same booking", async () => {
    const { account } = await awaitTransfer(shop);
    const line = { reference: "TWIN", minor: account.amount, description: account.reference_code };
    await upload(camt053(account.iban, [{ ...line, description: `odeme ${line.description}` }]));
    await upload(mt940(account.iban, [line]));
    await upload(mt940(account.iban, [{ ...line, minor: 500, reference: "OTHER" }]));
    const { html } = await owner.get(base);
    const paths = [...html.matchAll(/href="([^"]*transfers\/line[^"]*)"/g)].map(([, path = ""]) =>
      path.replaceAll("&amp;", "&"),
    );
    const shown = await Promise.all(paths.map((path) => page(path)));
    const twins = shown.filter((text) => text.includes("May be the same booking"));
    expect(twins).toEqual([expect.stringContaining(`odeme ${account.reference_code}`)]);
    expect(shown.length).toBeGreaterThan(1);
  });

  const lineOf = async (description: string): Promise<string> => {
    const [row] = await query(
      shop,
      "select account || '/' || bank_key as id from statement_line where description = $1",
      [description],
    );
    return String(row?.["id"]);
  };
  const pageOf = (line: string, q = "") =>
    page(`${base}/line?${new URLSearchParams(q === "" ? { line } : { line, q }).toString()}`);
  const stored = async (account: { iban: string }, minor: number, description: string) => {
    const reference = `s${description.slice(-10)}`;
    await upload(camt053(account.iban, [{ reference, minor, description }]));
    return lineOf(description);
  };

  it("offer the payment of a line's code first, a stranger never, and ask with both names", async () => {
    const fields = { customer: { name: "Ayşe", surname: "Yılmaz" }, reference: "SIP-31" };
    const meant = await awaitTransfer(shop, { session: fields });
    const equal = await awaitTransfer(shop, { session: { amount: 90_000 } });
    const stranger = await awaitTransfer(shop, { session: { amount: 777_700 } });
    const text = `odeme ${meant.account.reference_code}`;
    const line = await stored(meant.account, 90_000, text);
    const shown = (await pageOf(line)).replace(/^.* Payments it may belong to/, "");
    expect(shown.indexOf(meant.id)).toBeGreaterThan(0);
    expect(shown.indexOf(equal.id)).toBeGreaterThan(shown.indexOf(meant.id));
    expect(shown).not.toContain(stranger.id);
    expect(shown).toContain("its code in the text");
    const wish = { line, order: meant.id, accept: "less", reason: "agreed" };
    const question = textOf((await owner.submit(`${base}/line/assign`, wish)).html);
    expect(question).toMatch(/Arrived TRY 900\.00 Asked for TRY 1,250\.00 Sender .*Ayşe Yılmaz/);
    expect(question).toMatch(/SIP-31 .*TRY 350\.00 are missing; .*can't be undone/);
    expect((await shop.api.status(meant.session, meant.id)).body["status"]).toBe("pending");
    const done = await owner.follow(await owner.post(`${base}/line/assign`, wish));
    expect(textOf(done.html)).toContain("the payment is completed");
  });

  it("name the payment of a line's code when it takes no money any more, and find others", async () => {
    const late = await awaitTransfer(shop);
    await shop.database
      .open({ max: 1 })
      .query("update payment set state = 'completed' where order_id = $1", [late.id]);
    const other = await awaitTransfer(shop, { session: { amount: 641_300, reference: "SIP-32" } });
    const line = await stored(late.account, 4_200, `gec ${late.account.reference_code}`);
    const shown = await pageOf(line);
    expect(shown).toMatch(new RegExp(`awaits no transfer any more.*${late.id}.*Completed`));
    expect(shown).not.toContain(other.id);
    expect(await pageOf(line, "SIP-32")).toContain(other.id);
    expect(await pageOf(line, "SIP-99")).toContain("No payment that fits this awaits a transfer");
    const card = await owner.post(`${base}/line/find`, { line, q: "5528790000000008" });
    expect(card.location).not.toContain("5528");
  });

  it("say that more transfers exist than they show", async () => {
    const { account } = await awaitTransfer(shop);
    const lines = Array.from({ length: 201 }, (_, index) => ({
      reference: `many-${index}`,
      minor: 1_000,
      description: "kira",
    }));
    await upload(camt053(account.iban, lines.slice(1, 3)));
    expect(await page()).not.toContain("The oldest");
    await upload(camt053(account.iban, lines));
    expect(await page()).toContain("The oldest 200 lines; the others appear once these are done.");
  });

  it("refuse a file that is no statement", async () => {
    const said = async (text: string) => textOf((await owner.follow(await upload(text))).html);
    const refused = "The file can't be read, nothing was changed";
    expect(await said("hello")).toContain(`${refused}: this is neither a camt.053 nor an MT940`);
    expect(await said("<a><b></a>")).toContain(`${refused}: the file is not well-formed`);
    expect(await said("%PDF-1.7")).toContain(`${refused}: the file is PDF, not a statement`);
    const empty = await owner.follow(await owner.post(`${base}/import`, { file: new Blob([]) }));
    expect(textOf(empty.html)).toContain("Choose a file");
  });

  it("add and remove an account after re-authentication", async () => {
    const accounts = `${base}/accounts`;
    const account = {
      iban: "tr33 0006 1005 1978 6457 8413 26",
      bank_name: "Şekerbank",
      account_holder: "Kitapçı A.Ş.",
      currency: "TRY",
      password: person.password,
    };
    await owner.get(accounts);
    const { password: _, ...unconfirmed } = account;
    const asked = await owner.post(accounts, unconfirmed);
    expect([asked.status, textOf(asked.html)]).toEqual([
      422,
      expect.stringContaining("Confirm that it is you"),
    ]);
    const wrong = await owner.post(accounts, { ...account, password: "no" });
    expect([wrong.status, textOf(wrong.html)]).toEqual([
      422,
      expect.stringContaining("The password is wrong"),
    ]);
    const bad = await owner.post(accounts, { ...account, iban: "TR34 0006" });
    expect([bad.status, bad.html.includes("This is no valid IBAN")]).toEqual([422, true]);
    const added = await owner.follow(await owner.post(accounts, account));
    expect(textOf(added.html)).toContain("TR33 0006 1005 1978 6457 8413 26");
    const iban = "TR330006100519786457841326";
    const gone = await owner.follow(await owner.post(`${accounts}/withdraw`, { iban }));
    expect(textOf(gone.html)).not.toContain("Şekerbank");
    const { rows } = await shop.database.open({ max: 1 })
      .query(`select object_kind, object_id from panel_audit
         where object_kind = 'account' and action = 'settings.changed'`);
    expect(rows).toHaveLength(2);
  });
});
