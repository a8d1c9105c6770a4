import { describe, expect, it } from "vitest";
import { scriptedBank, scriptedInquiry } from "../../../test/support/scripted-line.ts";
import { money } from "../../kernel/money.ts";
import { intervpos } from "./adapter.ts";

const ORDER = "0abcdefghjkmnpqrstvw";

/** Asks for a lost charge of 125,50 TRY; the bank's record has these fields. */
async function inquire(fields: Readonly<Record<string, string>>) {
  const record = {
    OrderId: "SYSOID121327781",
    ProcReturnCode: "00",
    BatchNo: "1",
    TransId: "24222KXlF13046",
    TRXDATE: "09.08.2024 10:40:34",
    TxnStat: "Y",
    PurchAmount: "125,50",
    VoidDate: "1.1.0001 00:00:00",
    RefundedAmount: "0",
    AuthCode: "123456",
    ...fields,
  };
  const { acquirer, asked } = scriptedBank({
    protocol: intervpos,
    bank: "denizbank",
    credentials: { shop_code: "3123", user_code: "api", user_password: "3", merchant_key: "k" },
    answer: () =>
      Object.entries(record)
        .map(([name, value]) => `${name}=${value}`)
        .join(";;"),
  });
  const inquiry = scriptedInquiry({ reference: ORDER, amount: money(12_550n, "TRY") });
  return { found: await acquirer.inquire(inquiry), asked };
}

describe("the record of a charge whose answer was lost, at InterVPOS", () => {
  it("is asked for by the reference of the attempt", async () => {
    const { asked } = await inquire({});
    expect(asked).toMatchObject([{ body: expect.stringContaining(`orgOrderId=${ORDER}`) }]);
  });

  it.each(["SYSOID121327781", ORDER])("approves the charge under the order %s", async (OrderId) => {
    const { found } = await inquire({ OrderId });
    expect(found).toMatchObject({ kind: "approved", amount: money(12_550n, "TRY") });
  });

  it("says that the charge was voided", async () => {
    const { found } = await inquire({ VoidDate: "09.08.2024 11:00:00" });
    expect(found).toMatchObject({ kind: "undone" });
  });

  it.each([
    ["an order of the bank with another amount", { PurchAmount: "125,51" }],
    ["an order of the bank with an unreadable amount", { PurchAmount: "0" }],
    ["another order", { OrderId: "0abcdefghjkmnpqrstvx" }],
    ["an order without its number", { OrderId: "SYSOID" }],
    ["no order", { OrderId: "" }],
    ["no authorization code", { AuthCode: "" }],
    ["a charge that failed", { TxnStat: "N" }],
    ["a passive terminal", { ProcReturnCode: "81", PurchAmount: "0", AuthCode: "" }],
  ])("decides nothing for %s", async (_name, fields) => {
    expect((await inquire(fields)).found).toMatchObject({ kind: "unknown" });
  });
});
