import { describe, expect, it } from "vitest";
import {
  NOON,
  originalAttempt,
  scriptedBank,
  scriptedRefund,
} from "../../../test/support/scripted-line.ts";
import { DAY, instant } from "../../kernel/clock.ts";
import { packState } from "../kit/state.ts";
import { payflex } from "./adapter.ts";

const REFUND = scriptedRefund(
  originalAttempt({ state: packState({ type: "Sale" }), bookedAt: instant(NOON - 2 * DAY) }),
);

/** A bank that refuses every message with `code`, and lists messages with the codes of `rows`. */
function bankOf(code: string, type: string, rows: readonly string[]) {
  const row = (one: string) =>
    `<TransactionSearchResultInfo><TransactionType>${type}</TransactionType>
    <TransactionId>change1</TransactionId><ResultCode>${one}</ResultCode><AuthCode>123456</AuthCode>
    <Rrn>306823971359</Rrn><Amount>60.00</Amount><AmountCode>949</AmountCode>
    </TransactionSearchResultInfo>`;
  const count = rows.length;
  const answers: Readonly<Record<string, string>> = {
    vpos: `<VposResponse><ResultCode>${code}</ResultCode></VposResponse>`,
    search: `<SearchResponse><ResponseInfo><Status>Success</Status>
      <ResponseCode>0000</ResponseCode></ResponseInfo><TotalItemCount>${count}</TotalItemCount>
      <TransactionSearchResultInfo>${rows.map(row).join("")}</TransactionSearchResultInfo>
      </SearchResponse>`,
  };
  return scriptedBank({
    protocol: payflex,
    bank: "vakifbank",
    credentials: { merchant_id: "1", password: "1", terminal_no: "1" },
    answer: (host) => answers[host] ?? "",
  });
}

describe("a change that PayFlex refuses for the state of its original", () => {
  it.each(["1046", "1059", "0984"])("is declined if the list refuses it too: %s", async (code) => {
    const { acquirer, asked } = bankOf(code, "Refund", [code]);
    expect(await acquirer.refund(REFUND)).toMatchObject({ kind: "declined", bankCode: code });
    expect(asked.map(({ host }) => host)).toEqual(["vpos", "search"]);
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
    expect(await captured.capture(REFUND)).toMatchObject({ kind: "declined" });
    const again = bankOf("1065", "Capture", ["0000"]).acquirer;
    expect(await again.capture(REFUND)).toMatchObject({ kind: "approved" });
    const voided = bankOf("1083", "Cancel", ["1083"]).acquirer;
    expect(await voided.void(REFUND)).toMatchObject({ kind: "declined" });
  });
});
