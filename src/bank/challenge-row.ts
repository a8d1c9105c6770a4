import { instant } from "../kernel/clock.ts";
import type { Challenge, ChallengeDecision } from "./challenge.ts";
import type { Column } from "./columns.ts";
import { oneOf, parseAmount, parseCard, type Row, text } from "./entry-row.ts";
import { PAGE_VISIT } from "./page-columns.ts";

/** The columns of `bank.challenge` that an insert writes. */
export const CHALLENGE: readonly Column<Challenge>[] = [
  ...PAGE_VISIT,
  ["type", "text", ({ type }) => type],
  ["card_bin", "text", ({ card }) => card.bin],
  ["card_last_four", "text", ({ card }) => card.lastFour],
  ["card_fingerprint", "text", ({ card }) => card.fingerprint],
  ["card_behaviour", "text", ({ card }) => card.behaviour],
];

export function parseChallenge(row: Row): Challenge {
  return {
    id: text(row, "id"),
    terminal: text(row, "terminal"),
    requestId: text(row, "request_id"),
    type: oneOf(row, "type", ["sale", "preauth"]),
    orderId: text(row, "order_id"),
    amount: parseAmount(row),
    installments: Number(row["installments"]),
    card: parseCard(row),
    merchantName: text(row, "merchant_name"),
    language: oneOf(row, "language", ["tr", "en"]),
    returnUrl: text(row, "return_url"),
    oneTimeCode: text(row, "one_time_code"),
    wrongCodes: Number(row["wrong_codes"]),
    openedAt: instant(Number(row["opened_at"])),
    aheadMs: Number(row["ahead_ms"]),
    expiresAt: instant(Number(row["expires_at"])),
    decision: row["result"] === null ? undefined : parseDecision(row),
    version: Number(row["version"]),
  };
}

function parseDecision(row: Row): ChallengeDecision {
  return {
    result: oneOf(row, "result", ["approve", "decline", "cancel", "wrong_code", "timeout"]),
    mdStatus: text(row, "md_status"),
    eci: text(row, "eci"),
    cavv: text(row, "cavv"),
    at: instant(Number(row["decided_at"])),
  };
}
