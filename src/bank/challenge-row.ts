import { instant } from "../kernel/clock.ts";
import type { Challenge, ChallengeDecision } from "./challenge.ts";
import { oneOf, parseAmount, parseCard, type Row, text } from "./entry-row.ts";

export const CHALLENGE_COLUMNS = `id, terminal, request_id, type, order_id, amount_minor, currency,
  installments, card_bin, card_last_four, card_fingerprint, card_behaviour, merchant_name, language,
  return_url, one_time_code, wrong_codes, opened_at, ahead_ms, expires_at, version`;

export function challengeValues(challenge: Challenge): unknown[] {
  return [
    challenge.id,
    challenge.terminal,
    challenge.requestId,
    challenge.type,
    challenge.orderId,
    challenge.amount.minor.toString(),
    challenge.amount.currency,
    challenge.installments,
    challenge.card.bin,
    challenge.card.lastFour,
    challenge.card.fingerprint,
    challenge.card.behaviour,
    challenge.merchantName,
    challenge.language,
    challenge.returnUrl,
    challenge.oneTimeCode,
    challenge.wrongCodes,
    challenge.openedAt,
    challenge.aheadMs,
    challenge.expiresAt,
    challenge.version,
  ];
}

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
