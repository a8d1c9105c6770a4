import { assert } from "../kernel/assert.ts";
import { instant } from "../kernel/clock.ts";
import { isCurrency } from "../kernel/currency.ts";
import { type Money, money } from "../kernel/money.ts";
import { isAnswerCode } from "./answer-codes.ts";
import type { CardTrace } from "./card.ts";
import type { Column } from "./columns.ts";
import type { Entry } from "./entry.ts";
import { isCardBehaviour } from "./test-cards.ts";

export type Row = Record<string, unknown>;

/** The columns of `bank.entry`. */
export const ENTRY: readonly Column<Entry>[] = [
  ["terminal", "text", (entry) => entry.terminal],
  ["request_id", "text", (entry) => entry.requestId],
  ["type", "text", (entry) => entry.type],
  ["order_id", "text", (entry) => entry.orderId],
  ["original_request_id", "text", (entry) => entry.originalRequestId ?? null],
  ["amount_minor", "bigint", (entry) => entry.amount.minor.toString()],
  ["currency", "text", (entry) => entry.amount.currency],
  ["installments", "smallint", (entry) => entry.installments],
  ["state", "text", (entry) => entry.state],
  ["code", "text", (entry) => entry.code],
  ["reference", "text", (entry) => entry.reference],
  ["auth_code", "text", (entry) => entry.authCode],
  ["card_bin", "text", (entry) => entry.card?.bin ?? null],
  ["card_last_four", "text", (entry) => entry.card?.lastFour ?? null],
  ["card_fingerprint", "text", (entry) => entry.card?.fingerprint ?? null],
  ["card_behaviour", "text", (entry) => entry.card?.behaviour ?? null],
  ["challenge_id", "text", (entry) => entry.challengeId ?? null],
  ["captured_minor", "bigint", (entry) => entry.capturedMinor.toString()],
  ["refunded_minor", "bigint", (entry) => entry.refundedMinor.toString()],
  ["voided", "boolean", (entry) => entry.voided],
  ["version", "integer", (entry) => entry.version],
  ["booked_at", "bigint", (entry) => entry.bookedAt],
];

export function parseEntry(row: Row): Entry {
  const code = text(row, "code");
  assert(isAnswerCode(code), `bank.entry has the unlisted code ${code}`);
  return {
    terminal: text(row, "terminal"),
    requestId: text(row, "request_id"),
    type: oneOf(row, "type", ["sale", "preauth", "capture", "void", "refund", "reverse"]),
    orderId: text(row, "order_id"),
    originalRequestId: optionalText(row, "original_request_id"),
    amount: parseAmount(row),
    installments: Number(row["installments"]),
    state: oneOf(row, "state", ["approved", "declined", "pending", "reversed"]),
    code,
    reference: text(row, "reference"),
    authCode: text(row, "auth_code"),
    card: row["card_bin"] === null ? undefined : parseCard(row),
    challengeId: optionalText(row, "challenge_id"),
    capturedMinor: integer(row, "captured_minor"),
    refundedMinor: integer(row, "refunded_minor"),
    voided: row["voided"] === true,
    version: Number(row["version"]),
    bookedAt: instant(Number(row["booked_at"])),
  };
}

export function parseAmount(row: Row): Money {
  const currency = text(row, "currency");
  assert(isCurrency(currency), `the bank's book has the unknown currency ${currency}`);
  return money(integer(row, "amount_minor"), currency);
}

export function parseCard(row: Row): CardTrace {
  const behaviour = text(row, "card_behaviour");
  assert(isCardBehaviour(behaviour), `the bank's book has the unknown behaviour ${behaviour}`);
  return {
    bin: text(row, "card_bin"),
    lastFour: text(row, "card_last_four"),
    fingerprint: text(row, "card_fingerprint"),
    behaviour,
  };
}

export function text(row: Row, column: string): string {
  const value = row[column];
  assert(typeof value === "string", `the bank's column ${column} holds text`);
  return value;
}

function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

export function oneOf<const Word extends string>(
  row: Row,
  column: string,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === row[column]);
  assert(found !== undefined, `the bank's column ${column} holds one of ${words.join(", ")}`);
  return found;
}

// A driver returns `bigint` columns as text, numbers or bigints, depending on its configuration.
function integer(row: Row, column: string): bigint {
  return BigInt(String(row[column]));
}
