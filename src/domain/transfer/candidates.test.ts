import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { candidatesOf } from "./candidates.ts";
import type { WaitingTransfer } from "./ports.ts";
import { newReferenceCode } from "./reference-code.ts";
import type { StatementLine } from "./statement-line.ts";

const AT = instant(0);
const CODE = newReferenceCode({ bytes: (count) => new Uint8Array(count).fill(77) });

function line(
  description: string,
  senderName: string | undefined,
  minor = 100_000n,
): StatementLine {
  return {
    account: "TR1",
    bankKey: "1",
    source: "camt053",
    amount: money(minor, "TRY"),
    description,
    senderName,
    senderIban: undefined,
    bookedAt: AT,
  };
}

function waiting(
  change: Partial<WaitingTransfer> & { minor?: bigint; order?: string; code?: string },
): WaitingTransfer {
  const { minor = 100_000n, order = "ORD-XXXXXXXXXXXX", code = "X", ...rest } = change;
  return {
    request: {
      merchantId: "mer_1" as MerchantId,
      orderId: order as OrderId,
      mode: "test",
      referenceCode: code,
      iban: "TR1",
      bankCode: "",
      bankName: "",
      accountHolder: "",
      amount: money(minor, "TRY"),
      createdAt: AT,
      expiresAt: AT,
    },
    reference: undefined,
    customer: {},
    isLate: false,
    ...rest,
  };
}

const signsFor = (one: StatementLine, transfer: WaitingTransfer) =>
  candidatesOf(one, [transfer])[0]?.signs;

describe("the payments that a line may belong to", () => {
  it.each([
    ["siparis odemesi SIP-2026-00880", { reference: "SIP-2026-00880" }, ["reference", "amount"]],
    ["sip 2026 00880", { reference: "SIP-2026-00880", minor: 90_000n }, ["reference"]],
    ["havale a1b2c3d4", { order: "ORD-XXXXA1B2C3D4" }, ["reference", "amount"]],
    ["hvl-7k2m9 icin", { code: "HVL7K2M9", minor: 90_000n }, ["code"]],
    ["", { minor: 99_500n }, ["close_amount"]],
    ["", { minor: 99_500n, isLate: true }, undefined],
    [CODE, { code: CODE, minor: 90_000n, isLate: true }, ["code"]],
    ["", { minor: 90_000n }, undefined],
    [`havale ${CODE}`, { code: CODE, minor: 90_000n }, ["code"]],
    [`havale ${CODE.slice(0, 9)}`, { code: CODE, minor: 99_500n }, ["code", "close_amount"]],
  ])("by the text %j", (text, transfer, signs) => {
    expect(signsFor(line(text, undefined), waiting(transfer))).toEqual(signs);
  });

  it.each([
    ["AYSE YILMAZ", ["sender", "amount"]],
    ["Yılmaz, Ayşe Nur", ["sender", "amount"]],
    ["AYSE YILDIZ", ["amount"]],
    [undefined, ["amount"]],
  ])("by the sender %j, as banks write names", (sender, signs) => {
    const customer = { name: "Ayşe", surname: "Yılmaz" };
    expect(signsFor(line("havale", sender), waiting({ customer }))).toEqual(signs);
  });

  it("with the likeliest first, and never in another currency", () => {
    const dollars = waiting({});
    const found = candidatesOf(line(`SIP-1 ${CODE}`, "Ali Can"), [
      waiting({ order: "ORD-1" }),
      waiting({ order: "ORD-2", minor: 5n, customer: { name: "Ali", surname: "Can" } }),
      waiting({ order: "ORD-3", minor: 5n, reference: "SIP-1" }),
      waiting({ order: "ORD-4", minor: 5n, code: CODE }),
      waiting({ order: "ORD-5", minor: 7n }),
      { ...dollars, request: { ...dollars.request, amount: money(100_000n, "USD") } },
    ]);
    expect(found.map(({ transfer }) => transfer.request.orderId)).toEqual([
      "ORD-4",
      "ORD-3",
      "ORD-2",
      "ORD-1",
    ]);
  });
});
