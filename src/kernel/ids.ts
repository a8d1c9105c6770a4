import { instant, type Instant } from "./clock.ts";
import type { Random } from "./random.ts";

type Id<Kind extends string> = string & { readonly __id: Kind };

export type MerchantId = Id<"merchant">;
export type SessionId = Id<"session">;
export type OrderId = Id<"order">;
export type AttemptId = Id<"attempt">;
export type RefundId = Id<"refund">;
export type CardToken = Id<"card">;
export type EventId = Id<"event">;
export type EndpointId = Id<"endpoint">;
export type UserId = Id<"user">;

/** Where new ids come from: the time orders them, the randomness makes them unguessable. */
export type IdSource = { readonly now: Instant; readonly random: Random };

// Crockford's base 32 keeps ASCII order, so ids of one merchant sort by time.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
// Lengths of the parts of an id; docs/decisions/ids.md says what each part is for.
const CODE_LENGTH = 8;
const TIME_LENGTH = 9;
/** What the time of an id can tell; in the year 3084. */
const LATEST = 32 ** TIME_LENGTH - 1;
/** 26 base-32 characters are 130 bits: session ids are bearer secrets (ASVS 7.2.3 asks 128). */
const SECRET_LENGTH = 26;
const UNIQUE_LENGTH = 10;
const USER_LENGTH = 16;

const CODE = `[${ALPHABET}]{${CODE_LENGTH}}`;
const MERCHANT_ID = new RegExp(`^mer_${CODE}$`);
const SESSION_ID = new RegExp(`^ses_${CODE}[${ALPHABET}]{${TIME_LENGTH + SECRET_LENGTH}}$`);
const ORDER_ID = new RegExp(
  `^ORD-[${ALPHABET.toUpperCase()}]{${CODE_LENGTH + TIME_LENGTH + UNIQUE_LENGTH}}$`,
);
const REFUND_ID = new RegExp(
  `^REF-[${ALPHABET.toUpperCase()}]{${CODE_LENGTH + TIME_LENGTH + UNIQUE_LENGTH}}$`,
);
const ATTEMPT_ID = new RegExp(`^att_${CODE}[${ALPHABET}]{${TIME_LENGTH + UNIQUE_LENGTH}}$`);
const EVENT_ID = new RegExp(`^evt_${CODE}[${ALPHABET}]{${TIME_LENGTH + UNIQUE_LENGTH}}$`);
const ENDPOINT_ID = new RegExp(`^whe_${CODE}[${ALPHABET}]{${TIME_LENGTH + UNIQUE_LENGTH}}$`);
const CARD_TOKEN = new RegExp(`^tok_${CODE}[${ALPHABET}]{${TIME_LENGTH + SECRET_LENGTH}}$`);

export function newMerchantId(random: Random): MerchantId {
  return `mer_${randomText(random, CODE_LENGTH)}` as MerchantId;
}

export function newSessionId(merchant: MerchantId, source: IdSource): SessionId {
  return `ses_${body(merchant, source, SECRET_LENGTH)}` as SessionId;
}

export function newOrderId(merchant: MerchantId, source: IdSource): OrderId {
  return `ORD-${body(merchant, source, UNIQUE_LENGTH).toUpperCase()}` as OrderId;
}

export function newRefundId(merchant: MerchantId, source: IdSource): RefundId {
  return `REF-${body(merchant, source, UNIQUE_LENGTH).toUpperCase()}` as RefundId;
}

export function newAttemptId(merchant: MerchantId, source: IdSource): AttemptId {
  return `att_${body(merchant, source, UNIQUE_LENGTH)}` as AttemptId;
}

export function newCardToken(merchant: MerchantId, source: IdSource): CardToken {
  return `tok_${body(merchant, source, SECRET_LENGTH)}` as CardToken;
}

export function newEventId(merchant: MerchantId, source: IdSource): EventId {
  return `evt_${body(merchant, source, UNIQUE_LENGTH)}` as EventId;
}

export function newEndpointId(merchant: MerchantId, source: IdSource): EndpointId {
  return `whe_${body(merchant, source, UNIQUE_LENGTH)}` as EndpointId;
}

/** Users are few and belong to no merchant's rows, so their ids carry neither code nor time. */
export function newUserId(random: Random): UserId {
  return `usr_${randomText(random, USER_LENGTH)}` as UserId;
}

/** The id of an entry in a journal: those of one process sort by time. */
export function newEntryId(source: IdSource): string {
  return timeText(source.now) + randomText(source.random, UNIQUE_LENGTH);
}

/** No entry of that moment or later has a lesser id. */
export function leastEntryId(at: Instant): string {
  return timeText(instant(Math.min(at, LATEST)));
}

/** A secret for an API key, a webhook or a password: `length` base-32 characters of 5 bits each. */
export function randomText(random: Random, length: number): string {
  let text = "";
  for (const byte of random.bytes(length)) text += ALPHABET.charAt(byte & 31);
  return text;
}

export function parseMerchantId(text: string): MerchantId | undefined {
  return MERCHANT_ID.test(text) ? (text as MerchantId) : undefined;
}

export function parseSessionId(text: string): SessionId | undefined {
  return SESSION_ID.test(text) ? (text as SessionId) : undefined;
}

export function parseOrderId(text: string): OrderId | undefined {
  return ORDER_ID.test(text) ? (text as OrderId) : undefined;
}

export function parseRefundId(text: string): RefundId | undefined {
  return REFUND_ID.test(text) ? (text as RefundId) : undefined;
}

export function parseAttemptId(text: string): AttemptId | undefined {
  return ATTEMPT_ID.test(text) ? (text as AttemptId) : undefined;
}

export function parseCardToken(text: string): CardToken | undefined {
  return CARD_TOKEN.test(text) ? (text as CardToken) : undefined;
}

export function parseEventId(text: string): EventId | undefined {
  return EVENT_ID.test(text) ? (text as EventId) : undefined;
}

export function parseEndpointId(text: string): EndpointId | undefined {
  return ENDPOINT_ID.test(text) ? (text as EndpointId) : undefined;
}

/**
 * The id of an event that several processes may find at once and that must be told of once: the
 * same for each of them. `unique` are ten characters that nothing else of that moment has.
 */
export function sharedEventId(merchant: MerchantId, at: Instant, unique: string): EventId {
  return `evt_${merchantCode(merchant)}${timeText(at)}${unique}` as EventId;
}

/** The part of a session's id that says when it was made; it sorts by time. */
export function sessionTime(at: Instant): string {
  return timeText(at);
}

/** No session of the merchant that was made at that moment or later has a lesser id. */
export function leastSessionId(merchant: MerchantId, at: Instant): string {
  return `ses_${merchantCode(merchant)}${timeText(at)}`;
}

/** No event of the merchant that happened at that moment or later has a lesser id. */
export function leastEventId(merchant: MerchantId, at: Instant): string {
  return `evt_${merchantCode(merchant)}${timeText(at)}`;
}

/** No order of the merchant that was made at that moment or later has a lesser id. */
export function leastOrderId(merchant: MerchantId, at: Instant): string {
  return `ORD-${merchantCode(merchant)}${timeText(at)}`.toUpperCase();
}

type OwnedId = SessionId | OrderId | RefundId | AttemptId | CardToken | EventId | EndpointId;

/** The merchant whose code an id carries; an id alone says where its rows are kept. */
export function merchantOf(id: OwnedId): MerchantId {
  return `mer_${id.slice(4, 4 + CODE_LENGTH).toLowerCase()}` as MerchantId;
}

/** The merchant's code, the part of its id that its other ids carry. */
export function merchantCode(merchant: MerchantId): string {
  return merchant.slice(4);
}

function body(merchant: MerchantId, source: IdSource, randomLength: number): string {
  return merchantCode(merchant) + timeText(source.now) + randomText(source.random, randomLength);
}

function timeText(now: Instant): string {
  let rest: number = now;
  let text = "";
  for (let place = 0; place < TIME_LENGTH; place += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
