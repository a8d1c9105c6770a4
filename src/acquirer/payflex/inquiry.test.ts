import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { Inquiry } from "../../domain/payment/acquirer.ts";
import { outcomeOf, readSearch } from "./inquiry.ts";

const INQUIRY: Inquiry = {
  merchantId: "mer_00000000" as MerchantId,
  attemptId: "att_1" as AttemptId,
  orderId: "ORD-1" as OrderId,
  reference: "att1",
  kind: "authorize",
  amount: money(101n, "TRY"),
  state: undefined,
  original: undefined,
  createdAt: instant(0),
};

const ROW = `<MerchantId>1</MerchantId><TransactionType>Sale</TransactionType>
<TransactionId>att1</TransactionId><ResultCode>0000</ResultCode><AuthCode>123456</AuthCode>
<Rrn>306823971358</Rrn><Amount>1.01</Amount><AmountCode>949</AmountCode><CurrencyCode/>
<IsReversed>false</IsReversed><IsCanceled>false</IsCanceled>`;

function answer(...rows: readonly string[]): string {
  const list = rows
    .map((row) => `<TransactionSearchResultInfo>${row}</TransactionSearchResultInfo>`)
    .join("");
  return `<SearchResponse><ResponseInfo><Status>Success</Status><ResponseCode>0000</ResponseCode>
    </ResponseInfo><TotalItemCount>${rows.length}</TotalItemCount>
    <TransactionSearchResultInfo>${list}</TransactionSearchResultInfo></SearchResponse>`;
}

const ask = (text: string, kind: Inquiry["kind"] = "authorize") =>
  outcomeOf(readSearch(text), { ...INQUIRY, kind });

describe("the inquiry of PayFlex", () => {
  it("finds a charge by our id, with the names that rows have for the amount", () => {
    expect(ask(answer(ROW))).toMatchObject({
      kind: "approved",
      bankReference: "306823971358",
      amount: money(101n, "TRY"),
    });
  });

  it("finds nothing in an empty list that the bank calls successful", () => {
    expect(ask(answer())).toEqual({ kind: "not_found" });
  });

  it.each([
    ["IsReversed", "undone"],
    ["IsCanceled", "undone"],
  ])("calls a charge with %s %s", (flag, kind) => {
    expect(ask(answer(ROW.replace(`<${flag}>false`, `<${flag}>true`))).kind).toBe(kind);
  });

  it("takes the successful one of several messages with one id", () => {
    const declined = ROW.replace("<ResultCode>0000", "<ResultCode>0051");
    expect(ask(answer(declined, ROW)).kind).toBe("approved");
    expect(ask(answer(declined, declined))).toMatchObject({
      kind: "declined",
      reason: "insufficient_balance",
    });
  });

  it("finds a refund that was made as a cancellation", () => {
    const cancelled = ROW.replace("Sale", "Cancel");
    expect(ask(answer(cancelled), "refund").kind).toBe("approved");
    expect(ask(answer(cancelled)).kind).toBe("unknown");
  });

  it.each([
    ["0984", "refund"],
    ["1046", "refund"],
    ["1059", "refund"],
    ["1083", "refund"],
    ["1123", "refund"],
    ["1124", "refund"],
    ["0012", "refund"],
    ["1065", "capture"],
    ["1088", "void"],
  ] as const)("reads a row of our own id with %s as a refused %s", (code, kind) => {
    const type = { refund: "Refund", capture: "Capture", void: "Cancel" }[kind];
    const refused = ROW.replace("Sale", type).replace("<ResultCode>0000", `<ResultCode>${code}`);
    expect(ask(answer(refused), kind)).toMatchObject({ kind: "declined", bankCode: code });
    expect(ask(answer(refused, ROW.replace("Sale", type)), kind).kind).toBe("approved");
  });

  it.each([
    ["an unfinished message", answer(ROW.replace("<ResultCode>0000", "<ResultCode>1074"))],
    ["a row of another id", answer(ROW.replace("att1", "att2"))],
    ["fewer rows than the bank counts", answer(ROW).replace("Count>1<", "Count>2<")],
    ["a refusal of our address", answer().replace("0000", "6011").replace("Success", "Error")],
    ["half of the message", answer(ROW).slice(0, 200)],
  ])("is unknown after %s", (_name, text) => {
    expect(ask(text).kind).toBe("unknown");
  });
});
