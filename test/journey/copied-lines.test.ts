import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseOrderId, type OrderId, type UserId } from "../../src/kernel/ids.ts";
import { statementDeps } from "../../src/service/jobs/transfers.ts";
import { applyLines } from "../../src/domain/transfer/apply-lines.ts";
import { assignLine, type AssignDeps } from "../../src/domain/transfer/assign-line.ts";
import { offerAccount } from "../../src/domain/transfer/offer-account.ts";
import { returnLine } from "../../src/domain/transfer/resolve-line.ts";
import { lineId, lineReference, type LineOwner } from "../../src/domain/transfer/statement-line.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { readStatement } from "../../src/file/statement/statement-file.ts";
import { untilSealed, verified } from "../support/books.ts";
import { atInstallation } from "../support/installation.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer, importFile, type AwaitedTransfer } from "../support/transfer-customer.ts";

const SHARED = "TR400006200000000000000001";
const OWN = "TR330006100519786457841326";
const MINOR = 125_000;

const CLERK = { userId: "usr_clerk" as UserId, merchantId: undefined };

describe.each([
  ["an account whose merchant is known", OWN],
  ["an account of several merchants", SHARED],
])("a booking that an operator and then the merchant import, at %s", (_name, iban) => {
  let shop: TestService;
  let owner: LineOwner;
  let neighbourCode = "";
  let count = 0;
  let transfer: AwaitedTransfer;
  let file = "";
  let line = "";
  beforeAll(async () => {
    shop = await startTestService();
    owner = { merchantId: shop.merchant.merchant.merchantId, mode: "test" };
    const account = { iban: OWN, bankName: "Ş", accountHolder: "K", currency: "TRY" };
    if (iban === OWN) {
      await atInstallation(shop, (installation) =>
        offerAccount(installation, { owner, ...account }),
      );
    }
    const { testApiKey } = await shop.createMerchant("Komşu");
    const session = { merchant_api_key: testApiKey };
    neighbourCode = (await awaitTransfer(shop, { session })).account.reference_code;
  });
  afterAll(() => shop.close());

  // The operator's import knows the codes of both merchants, the merchant's only its own.
  beforeEach(async () => {
    count += 1;
    transfer = await awaitTransfer(shop);
    const description = `${transfer.account.reference_code} ${neighbourCode}`;
    file = camt053(iban, [{ reference: `K${count}`, minor: MINOR, description }]);
    const [read] = readStatement(new TextEncoder().encode(file), systemDigest).lines;
    line = read === undefined ? "" : lineId(read);
    const report = await importFile(shop, file);
    const known = iban === OWN ? owner : undefined;
    expect(report.unmatched).toMatchObject([{ reason: "ambiguous_reference", owner: known }]);
  });

  type Deps = AssignDeps & ReturnType<typeof statementDeps>;
  const withDeps = <Value>(work: (deps: Deps) => Promise<Value>): Promise<Value> =>
    atInstallation(shop, (installation) => work(statementDeps(installation)));
  const giveBack = () => withDeps((deps) => returnLine(deps, { line, bankReference: "EFT-1" }));
  const orderOf = ({ id }: AwaitedTransfer): OrderId => {
    const order = parseOrderId(id);
    if (order === undefined) throw new Error(`${id} is no order`);
    return order;
  };
  const assign = async (to: AwaitedTransfer) =>
    withDeps((deps) =>
      assignLine(deps, { owner, line, orderId: orderOf(to), acceptsLess: false, user: CLERK }),
    );
  const statusOf = async ({ session, id }: AwaitedTransfer) =>
    (await shop.api.status(session, id)).body["status"];
  const inBooks = async () => {
    await untilSealed(shop);
    const { balances, differences } = await verified(shop);
    expect(differences).toEqual([]);
    const of = (name: string) => {
      const found = balances.filter(({ account }) => account === name);
      return found.reduce((sum, { debits, credits }) => sum + debits - credits, 0n);
    };
    return { bank: of("bank_account"), suspense: of("suspense") };
  };
  const queued = () =>
    withDeps(async ({ statements }) => {
      const lines = await statements.unmatched({ limit: 1_000 });
      return lines.filter((one) => lineId(one.line) === line).length;
    });

  it("pays nothing after it was sent back", async () => {
    expect(await giveBack()).toMatchObject({ ok: true });
    const before = await inBooks();
    const report = await importFile(shop, file, owner);
    expect(report).toMatchObject({ matched: 0, unmatched: [], duplicates: 1 });
    expect(await statusOf(transfer)).toBe("pending");
    expect(await inBooks()).toEqual(before);
  });

  it("leaves the queue when it pays, and can't be sent back as well", async () => {
    const report = await importFile(shop, file, owner);
    expect(report).toMatchObject({ matched: 1, unmatched: [] });
    expect(await statusOf(transfer)).toBe("completed");
    expect(await queued()).toBe(0);
    expect(await giveBack()).toMatchObject({ ok: false });
    expect((await inBooks()).suspense).toBe(0n);
    expect(await importFile(shop, file, owner)).toMatchObject({ matched: 0, duplicates: 1 });
    // A second process that judges the same line at the same time says the same.
    const { lines } = readStatement(new TextEncoder().encode(file), systemDigest);
    const copies = lines.map((one) => ({ ...one, scope: owner }));
    const judged = await withDeps((deps) => applyLines(deps, copies));
    expect(judged).toMatchObject([{ verdict: { kind: "matched" } }]);
  });

  it.runIf(iban === OWN)("pays nothing after a person assigned it", async () => {
    const other = await awaitTransfer(shop);
    expect(await assign(other)).toMatchObject({ ok: true });
    const before = await inBooks();
    const report = await importFile(shop, file, owner);
    expect(report).toMatchObject({ matched: 0, unmatched: [], duplicates: 1 });
    expect([await statusOf(transfer), await statusOf(other)]).toEqual(["pending", "completed"]);
    expect(await inBooks()).toEqual(before);
  });

  it("is neither sent back nor assigned while the second import judges it", async () => {
    const { lines } = readStatement(new TextEncoder().encode(file), systemDigest);
    const copies = lines.map((one) => ({ ...one, scope: owner }));
    // The job that matches waiting lines leaves this one alone until its next try. The count of
    // failed items would remove the failure before its line is there.
    await query(
      shop,
      `create function keep() returns trigger language plpgsql
       as $$ begin return null; end $$`,
    );
    await query(
      shop,
      "create trigger keep before delete on failed_item for each row execute function keep()",
    );
    for (const copy of copies) {
      const { merchantId } = owner;
      const key = { kind: "transfer_line", merchantId, itemId: lineReference(copy) } as const;
      const failure = { key, error: new Error("no connection"), now: shop.clock.now() };
      await withDeps(({ failedItems }) => failedItems.add(failure));
    }
    await withDeps(({ statements }) => statements.record(copies));
    expect(await giveBack()).toMatchObject({ refusal: "copy_being_matched" });
    expect(await assign(await awaitTransfer(shop))).toMatchObject({ ok: false });
    const judged = await withDeps((deps) => applyLines(deps, copies));
    expect(judged.map(({ verdict }) => verdict.kind)).toEqual(["matched"]);
    expect(await queued()).toBe(0);
    await inBooks();
  });
});
