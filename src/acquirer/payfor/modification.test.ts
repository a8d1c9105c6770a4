import { describe, expect, it } from "vitest";
import { scriptedBank } from "../../../test/support/scripted-line.ts";
import { DAY, instant, later } from "../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { RefundRequest } from "../../domain/payment/acquirer.ts";
import { writeXml } from "../kit/xml.ts";
import { payfor } from "./adapter.ts";
import { stateOf } from "./answer.ts";

/** Noon in Istanbul. */
const NOON = instant(Date.UTC(2026, 10, 21, 9));
const TOMORROW = later(NOON, DAY);

function request(minor: bigint, kind: "sale" | "capture" = "sale"): RefundRequest {
  const amount = money(minor, "TRY");
  const captured = money(1_000n, "TRY");
  const attemptId = "att_0000000000000000000000000000" as AttemptId;
  return {
    merchantId: "mer_00000000" as MerchantId,
    attemptId,
    reference: "r",
    orderId: "ORD-1" as OrderId,
    amount,
    captured,
    refundedBefore: money(0n, "TRY"),
    original: {
      attemptId,
      reference: "o",
      state: stateOf(kind, "o"),
      bankReference: "1",
      amount: captured,
      bookedAt: NOON,
    },
  };
}

/** Refunds with scripted codes of the bank, and returns the moves and the outcome. */
async function made(
  refund: RefundRequest,
  now: typeof NOON,
  codes: { readonly Void?: string; readonly Refund?: string } = {},
) {
  const moves: string[] = [];
  const { acquirer } = scriptedBank({
    protocol: payfor,
    bank: "qnb",
    credentials: Object.fromEntries(payfor.credentials.map(({ name }) => [name, "1"])),
    now,
    answer: (_host, body) => {
      const move = body.includes("<TxnType>Void<") ? "Void" : "Refund";
      moves.push(move);
      const { [move]: code = "00" } = codes;
      return writeXml("PayforResponse", [
        ["ProcReturnCode", code],
        ["TransId", "o"],
        ["AuthCode", "1"],
        ["HostRefNum", "1"],
      ]);
    },
  });
  const outcome = await acquirer.refund(refund);
  return { moves: moves.join(" "), outcome };
}

const APPROVED = { kind: "approved", bankReference: "1", authCode: "1", bankCode: "00" } as const;

describe("a refund at PayFor", () => {
  it("is the void of a whole sale before the day end, and a refund after it", async () => {
    const voided = { ...APPROVED, isVoid: true };
    expect(await made(request(1_000n), NOON)).toEqual({ moves: "Void", outcome: voided });
    expect(await made(request(1_000n), TOMORROW)).toEqual({ moves: "Refund", outcome: APPROVED });
  });

  it("of a part, or of a capture, waits for the day end", async () => {
    const waiting = { kind: "pending", until: "day_end" };
    for (const waits of [request(400n), request(1_000n, "capture")]) {
      const { moves, outcome } = await made(waits, NOON);
      expect([moves, outcome]).toMatchObject(["", waiting]);
      expect(outcome.kind === "pending" && (outcome.askAt ?? NOON)).toBeGreaterThan(NOON);
      expect(await made(waits, TOMORROW)).toMatchObject({ moves: "Refund", outcome: APPROVED });
    }
  });

  it("follows the bank where its day end is at another hour", async () => {
    const early = { Void: "V018" };
    expect((await made(request(1_000n), NOON, early)).moves).toBe("Void Refund");
    const late = { Refund: "V014" };
    expect((await made(request(1_000n), TOMORROW, late)).moves).toBe("Refund Void");
    expect(await made(request(400n), TOMORROW, late)).toMatchObject({
      moves: "Refund",
      outcome: { kind: "pending", until: "day_end" },
    });
  });

  it("that is never taken is declined once every bank has settled", async () => {
    const late = later(NOON, 3 * DAY);
    const early = { Refund: "V014" };
    expect((await made(request(400n), late, early)).outcome).toMatchObject({
      kind: "declined",
      bankCode: "V014",
    });
    const neither = { ...early, Void: "V018" };
    expect((await made(request(1_000n), TOMORROW, neither)).outcome.kind).toBe("pending");
    expect((await made(request(1_000n), late, neither)).outcome.kind).toBe("declined");
  });

  it("is not tried in another way after any other refusal or a lost answer", async () => {
    const forbidden = await made(request(1_000n), NOON, { Void: "57" });
    expect(forbidden).toMatchObject({ moves: "Void", outcome: { kind: "declined" } });
    const lost = await made(request(1_000n), NOON, { Void: "" });
    expect(lost).toMatchObject({ moves: "Void", outcome: { kind: "unknown" } });
  });
});
