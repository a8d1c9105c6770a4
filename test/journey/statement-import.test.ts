import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { balancesOf } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053, mt940 } from "../support/statements.ts";
import { awaitTransfer, importFile } from "../support/transfer-customer.ts";

/** Letters of three bytes each that no compression shortens. */
function unpackable(count: number): string {
  const bytes = randomBytes(2 * count);
  const letters = Array.from(
    { length: count },
    (_, at) => 0x4e00 + (bytes.readUInt16LE(2 * at) % 0x5000),
  );
  return String.fromCodePoint(...letters);
}

describe.each([
  ["camt.053", camt053],
  ["MT940", mt940],
] as const)("importing a statement in %s", (_name, write) => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const statusOf = async (transfer: { readonly session: string; readonly id: string }) =>
    (await shop.api.status(transfer.session, transfer.id)).body["status"];

  it("completes exact matches, and reports the reason for every other line", async () => {
    const [exact, little, much] = [
      await awaitTransfer(shop),
      await awaitTransfer(shop),
      await awaitTransfer(shop),
    ];
    const report = await importFile(
      shop,
      write(exact.account.iban, [
        {
          reference: "1",
          minor: 125_000,
          description: `SİPARİŞ ÖDEMESİ ${exact.account.reference_code} TEŞEKKÜRLER`,
        },
        { reference: "2", minor: 124_900, description: little.account.reference_code },
        { reference: "3", minor: 130_000, description: much.account.reference_code },
        { reference: "4", minor: 125_000, description: "KASIM KİRASI" },
        { reference: "5", minor: 125_000, description: `${exact.account.reference_code} TEKRAR` },
      ]),
    );
    expect(report).toMatchObject({ lines: 5, matched: 1, duplicates: 0 });
    expect(report.unmatched.map(({ reason, orderId }) => [reason, orderId])).toEqual([
      ["too_little", little.id],
      ["too_much", much.id],
      ["unknown_reference", undefined],
      ["already_paid", exact.id],
    ]);
    expect(await statusOf(exact)).toBe("completed");
    expect(await statusOf(little)).toBe("pending");
    expect(await balancesOf(shop, exact.id)).toEqual({
      bank_account: 125_000,
      merchant_payable: -125_000,
    });
  });

  it("counts a repeated line once, within a file and across files", async () => {
    const { id, session, account } = await awaitTransfer(shop);
    const line = { reference: "D1", minor: 125_000, description: account.reference_code };
    const twice = await importFile(shop, write(account.iban, [line, line]));
    expect(twice).toMatchObject({ lines: 2, matched: 1, unmatched: [], duplicates: 1 });
    const later = { reference: "D2", minor: 500, description: "FAİZ" };
    const again = await importFile(shop, write(account.iban, [line, later]));
    expect(again).toMatchObject({ lines: 2, matched: 0, duplicates: 1 });
    expect(again.unmatched).toHaveLength(1);
    expect(await statusOf({ session, id })).toBe("completed");
    expect(await balancesOf(shop, id)).toMatchObject({ bank_account: 125_000 });
  });

  it("reports an equal line without a number of the bank, which may be a second payment", async () => {
    const { account } = await awaitTransfer(shop);
    const line = { reference: "NONE", minor: 125_000, description: account.reference_code };
    const unnumbered = write(account.iban, [line])
      .replace("//NONE", "")
      .replace("<AcctSvcrRef>NONE</AcctSvcrRef>", "");
    const morning = await importFile(shop, unnumbered);
    expect(morning).toMatchObject({ matched: 1, possibleCopies: [] });
    const later = unnumbered.replace("325/1", "326/1").replace("2026-325", "2026-326");
    const afternoon = await importFile(shop, later);
    expect(afternoon).toMatchObject({
      matched: 0,
      duplicates: 1,
      // A code may seem to stand across the end of the text, too, and is then shown behind it.
      possibleCopies: [{ description: expect.stringContaining(account.reference_code) }],
    });
  });

  it("accepts a statement of an unknown account, matching by code and amount alone", async () => {
    const transfer = await awaitTransfer(shop);
    const line = {
      reference: "U1",
      minor: 125_000,
      description: transfer.account.reference_code,
    };
    const report = await importFile(shop, write("TR470000100100000350930001", [line]));
    expect(report.matched).toBe(1);
    expect(await statusOf(transfer)).toBe("completed");
  });

  it("counts an entry with a number of any length once", async () => {
    const { id, session, account } = await awaitTransfer(shop);
    const reference = unpackable(900);
    const line = { reference, minor: 125_000, description: account.reference_code };
    const other = { ...line, reference: `${reference}X`, description: "KİRA" };
    const report = await importFile(shop, write(account.iban, [line, other]));
    expect(report).toMatchObject({ lines: 2, matched: 1, duplicates: 0, putOff: 0 });
    expect(await statusOf({ session, id })).toBe("completed");
    const again = await importFile(shop, write(account.iban, [line, other]));
    expect(again).toMatchObject({ matched: 0, duplicates: 2, putOff: 0 });
  });

  it("changes nothing for an empty statement", async () => {
    expect(await importFile(shop, write("TR400006200000000000000001", []))).toEqual({
      lines: 0,
      matched: 0,
      unmatched: [],
      duplicates: 0,
      possibleCopies: [],
      putOff: 0,
    });
  });
});
