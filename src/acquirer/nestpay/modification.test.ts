import { describe, expect, it } from "vitest";
import { scriptedBank } from "../../../test/support/scripted-line.ts";
import { DAY, instant, type Instant, later } from "../../kernel/clock.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { RefundRequest } from "../../domain/payment/acquirer-requests.ts";
import { packState } from "../kit/state.ts";
import { writeXml } from "../kit/xml.ts";
import { nestpay } from "./adapter.ts";

const random = { bytes: (count: number) => new Uint8Array(count) };
const merchantId = newMerchantId(random);
const source = { now: instant(0), random };
const attemptId = newAttemptId(merchantId, source);
/** 21 November 2026, noon in Istanbul. */
const BOOKED = instant(Date.UTC(2026, 10, 21, 9));

function requestOf({ minor = 1_000n, before = 0n, type = "sale" }): RefundRequest {
  return {
    merchantId,
    attemptId,
    reference: "r",
    orderId: newOrderId(merchantId, source),
    amount: money(minor, "TRY"),
    captured: money(1_000n, "TRY"),
    refundedBefore: money(before, "TRY"),
    original: {
      attemptId,
      reference: "o",
      state: packState({ type }),
      bankReference: "1",
      amount: money(1_000n, "TRY"),
      bookedAt: BOOKED,
    },
  };
}

/** The gateway's code of each message; `00` approves, and an empty one is no answer. */
type Bank = { readonly void?: string; readonly credit?: string };

/** Returns the messages that were sent and the outcome. */
async function refunded(bank: Bank, request: RefundRequest, now: Instant = BOOKED) {
  const sent: string[] = [];
  const { acquirer } = scriptedBank({
    protocol: nestpay,
    bank: "isbank",
    credentials: Object.fromEntries(nestpay.credentials.map(({ name }) => [name, "1"])),
    now,
    answer: (_host, body) => {
      const name = decodeURIComponent(body).includes("<Type>Void<") ? "void" : "credit";
      sent.push(name);
      const { [name]: code = "00" } = bank;
      const isApproved = code === "00";
      if (code === "") return "";
      return writeXml("CC5Response", [
        ["OrderId", "o"],
        ["Response", isApproved ? "Approved" : "Error"],
        ["ProcReturnCode", isApproved ? "00" : "99"],
        ["TransId", "1"],
        ["Extra", [["ERRORCODE", isApproved ? "" : code]]],
      ]);
    },
  });
  const outcome = await acquirer.refund(request);
  return [sent.join(" "), outcome.kind];
}

const TOMORROW = later(BOOKED, DAY);

describe("a refund at NestPay", () => {
  it.each([
    ["a whole sale is voided before the day end", {}, {}, BOOKED, "void", "approved"],
    ["a whole sale is credited after it", {}, {}, TOMORROW, "credit", "approved"],
    ["a part is credited", {}, { minor: 400n }, BOOKED, "credit", "approved"],
    ["the rest is credited", {}, { minor: 600n, before: 400n }, BOOKED, "credit", "approved"],
    ["a capture is credited", {}, { type: "capture" }, BOOKED, "credit", "approved"],
    ["a charge of unknown kind is credited", {}, { type: "x" }, BOOKED, "credit", "approved"],
  ] as const)("%s", async (_title, bank, wish, now, sent, kind) => {
    expect(await refunded(bank, requestOf(wish), now)).toEqual([sent, kind]);
  });

  it.each([
    ["CORE-2008", "credit"],
    ["CORE-2511", "credit"],
  ])("that is no longer voided (%s) is credited", async (code) => {
    const sent = await refunded({ void: code }, requestOf({}));
    expect(sent).toEqual(["void credit", "approved"]);
  });

  it("that the bank has not settled waits, or is voided if it is whole", async () => {
    const early = { credit: "CORE-2508" };
    expect(await refunded(early, requestOf({ minor: 1n }))).toEqual(["credit", "pending"]);
    expect(await refunded(early, requestOf({}), TOMORROW)).toEqual(["credit void", "approved"]);
    const neither = { ...early, void: "CORE-2008" };
    expect(await refunded(neither, requestOf({}))).toEqual(["void credit", "pending"]);
  });

  it("that is never taken is declined once every bank has settled", async () => {
    const neither = { credit: "CORE-2508", void: "CORE-2008" };
    const late = later(BOOKED, 3 * DAY);
    expect(await refunded(neither, requestOf({}), TOMORROW)).toEqual(["credit void", "pending"]);
    expect(await refunded(neither, requestOf({}), late)).toEqual(["credit void", "declined"]);
    expect(await refunded(neither, requestOf({ minor: 1n }), late)).toEqual(["credit", "declined"]);
  });

  it("sends nothing more after an unknown or a clear answer", async () => {
    expect(await refunded({ void: "" }, requestOf({}))).toEqual(["void", "unknown"]);
    expect(await refunded({ credit: "" }, requestOf({ minor: 1n }))).toEqual(["credit", "unknown"]);
    expect(await refunded({ credit: "CORE-2511" }, requestOf({ minor: 1n }))).toEqual([
      "credit",
      "declined",
    ]);
  });
});
