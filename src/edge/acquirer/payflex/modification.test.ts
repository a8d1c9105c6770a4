import { describe, expect, it } from "vitest";
import { DAY, instant } from "../../../kernel/clock.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../../kernel/ids.ts";
import { money } from "../../../kernel/money.ts";
import { Secret } from "../../../kernel/secret.ts";
import type { ModificationRequest, RefundRequest } from "../../../payment/acquirer.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { packState } from "../kit/state.ts";
import { openPayflex } from "./adapter.ts";

const NOW = instant(Date.UTC(2026, 10, 23, 9));
const random = { bytes: (count: number) => Uint8Array.from({ length: count }, (_, i) => i) };
const MERCHANT = newMerchantId(random);
const ATTEMPT = newAttemptId(MERCHANT, { now: NOW, random });

const original = {
  attemptId: ATTEMPT,
  reference: "sale1",
  state: packState({ type: "Sale" }),
  bankReference: "306823971358",
  amount: money(10_000n, "TRY"),
  bookedAt: instant(NOW - 2 * DAY),
};
const CAPTURE: ModificationRequest = {
  merchantId: MERCHANT,
  attemptId: ATTEMPT,
  reference: "change1",
  orderId: newOrderId(MERCHANT, { now: NOW, random }),
  amount: money(6_000n, "TRY"),
  original,
};
const REFUND: RefundRequest = {
  ...CAPTURE,
  captured: money(10_000n, "TRY"),
  refundedBefore: money(0n, "TRY"),
};

/** A bank that refuses every message with `code`, and lists messages with the codes of `rows`. */
function bankOf(code: string, type: string, rows: readonly string[]) {
  const asked: string[] = [];
  const row = (one: string) =>
    `<TransactionSearchResultInfo><TransactionType>${type}</TransactionType>
    <TransactionId>change1</TransactionId><ResultCode>${one}</ResultCode><AuthCode>123456</AuthCode>
    <Rrn>306823971359</Rrn><Amount>60.00</Amount><AmountCode>949</AmountCode>
    </TransactionSearchResultInfo>`;
  const count = rows.length;
  const answers: Readonly<Record<string, string>> = {
    "https://bank/vpos": `<VposResponse><ResultCode>${code}</ResultCode></VposResponse>`,
    "https://bank/search": `<SearchResponse><ResponseInfo><Status>Success</Status>
      <ResponseCode>0000</ResponseCode></ResponseInfo><TotalItemCount>${count}</TotalItemCount>
      <TransactionSearchResultInfo>${rows.map(row).join("")}</TransactionSearchResultInfo>
      </SearchResponse>`,
  };
  const transport: BankTransport = {
    clock: { now: () => NOW },
    post({ url }) {
      asked.push(url);
      const body = Buffer.from(answers[url] ?? "");
      return Promise.resolve({ kind: "answered", status: 200, headers: {}, body });
    },
  };
  const acquirer = openPayflex(
    {
      connectionId: "payflex:1",
      merchantId: MERCHANT,
      mode: "test",
      bank: "vakifbank",
      hosts: { vpos: "https://bank/vpos", search: "https://bank/search" },
      credentials: Object.fromEntries(
        ["merchant_id", "password", "terminal_no"].map((name) => [name, new Secret("1")]),
      ),
      model: "3d",
      acceptedMdStatus: ["1"],
      currencies: ["TRY"],
      installmentCounts: [1],
    },
    transport,
  );
  return { acquirer, asked };
}

describe("a change that PayFlex refuses for the state of its original", () => {
  it.each(["1046", "1059", "0984"])("is declined if the list refuses it too: %s", async (code) => {
    const { acquirer, asked } = bankOf(code, "Refund", [code]);
    expect(await acquirer.refund(REFUND)).toMatchObject({ kind: "declined", bankCode: code });
    expect(asked).toEqual(["https://bank/vpos", "https://bank/search"]);
  });

  it("is approved if an earlier delivery of it was carried out", async () => {
    const { acquirer } = bankOf("1059", "Refund", ["0000", "1059"]);
    expect(await acquirer.refund(REFUND)).toMatchObject({ kind: "approved" });
  });

  it("stays unknown while the list does not have it", async () => {
    const { acquirer } = bankOf("1046", "Refund", []);
    expect(await acquirer.refund(REFUND)).toMatchObject({ kind: "unknown" });
  });

  it("may be a second capture or void", async () => {
    const captured = bankOf("1065", "Capture", ["1065"]).acquirer;
    expect(await captured.capture(CAPTURE)).toMatchObject({ kind: "declined" });
    const again = bankOf("1065", "Capture", ["0000"]).acquirer;
    expect(await again.capture(CAPTURE)).toMatchObject({ kind: "approved" });
    const voided = bankOf("1083", "Cancel", ["1083"]).acquirer;
    expect(await voided.void(CAPTURE)).toMatchObject({ kind: "declined" });
  });
});
