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
export type ConnectionId = Id<"connection">;
export type UserId = Id<"user">;
export type OperatorKeyId = Id<"operator key">;
export type FeedId = Id<"account feed">;

/** The source of new ids: the time orders them, the randomness makes them unguessable. */
export type IdSource = { readonly now: Instant; readonly random: Random };

// Crockford's base 32 keeps ASCII order, so ids of one merchant sort by time.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
// Lengths of the parts of an id; docs/decisions/ids.md gives the purpose of each part.
const PREFIX_LENGTH = 4;
const CODE_LENGTH = 8;
const TIME_LENGTH = 9;
/** The latest time that fits into an id; in the year 3084. */
const LATEST = 32 ** TIME_LENGTH - 1;
/** 26 base-32 characters are 130 bits: session ids are bearer secrets (ASVS 7.2.3 asks 128). */
const SECRET_LENGTH = 26;
const UNIQUE_LENGTH = 10;
const USER_LENGTH = 16;
const OPERATOR_KEY_LENGTH = 16;
const FEED_LENGTH = 16;
const FEED_ID = new RegExp(`^fed_[${ALPHABET}]{${FEED_LENGTH}}$`);
const OPERATOR_KEY_ID = new RegExp(`^opk_[${ALPHABET}]{${OPERATOR_KEY_LENGTH}}$`);
const MERCHANT = "mer_";
const MERCHANT_ID = new RegExp(`^${MERCHANT}[${ALPHABET}]{${CODE_LENGTH}}$`);

/**
 * The ids that belong to a merchant: a prefix, the merchant's code, the time and `randomLength`
 * random characters. If the prefix is in capitals, the rest is in capitals too.
 */
const OWNED = {
  session: { prefix: "ses_", randomLength: SECRET_LENGTH },
  order: { prefix: "ORD-", randomLength: UNIQUE_LENGTH },
  refund: { prefix: "REF-", randomLength: UNIQUE_LENGTH },
  attempt: { prefix: "att_", randomLength: UNIQUE_LENGTH },
  card: { prefix: "tok_", randomLength: SECRET_LENGTH },
  event: { prefix: "evt_", randomLength: UNIQUE_LENGTH },
  endpoint: { prefix: "whe_", randomLength: UNIQUE_LENGTH },
  connection: { prefix: "acq_", randomLength: UNIQUE_LENGTH },
} as const;

type OwnedKind = keyof typeof OWNED;

type Maker<Kind extends string> = (merchant: MerchantId, source: IdSource) => Id<Kind>;
type Parser<Kind extends string> = (text: string) => Id<Kind> | undefined;

export const newSessionId = makerOf("session");
export const newOrderId = makerOf("order");
export const newRefundId = makerOf("refund");
export const newAttemptId = makerOf("attempt");
export const newCardToken = makerOf("card");
export const newEventId = makerOf("event");
export const newEndpointId = makerOf("endpoint");
export const newConnectionId = makerOf("connection");

export const parseSessionId = parserOf("session");
export const parseOrderId = parserOf("order");
export const parseRefundId = parserOf("refund");
export const parseAttemptId = parserOf("attempt");
export const parseCardToken = parserOf("card");
export const parseEventId = parserOf("event");
export const parseEndpointId = parserOf("endpoint");
export const parseConnectionId = parserOf("connection");

/** Each returns a lower bound, in sort order, of the merchant's ids made at `at` or later. */
export const leastSessionId = leastOf("session");
export const leastOrderId = leastOf("order");
export const leastAttemptId = leastOf("attempt");
export const leastEventId = leastOf("event");

function makerOf<Kind extends OwnedKind>(kind: Kind): Maker<Kind> {
  const { randomLength } = OWNED[kind];
  return (merchant, { now, random }) => {
    const tail = timeText(now) + randomText(random, randomLength);
    return ownedText(kind, merchant, tail) as Id<Kind>;
  };
}

function parserOf<Kind extends OwnedKind>(kind: Kind): Parser<Kind> {
  const { prefix, randomLength } = OWNED[kind];
  const letters = new Set(casedAs(prefix, ALPHABET));
  const length = prefix.length + CODE_LENGTH + TIME_LENGTH + randomLength;
  return (text) => {
    const isId = text.length === length && text.startsWith(prefix);
    if (!isId) return undefined;
    for (const letter of text.slice(prefix.length)) if (!letters.has(letter)) return undefined;
    return text as Id<Kind>;
  };
}

function leastOf(kind: OwnedKind) {
  return (merchant: MerchantId, at: Instant): string => ownedText(kind, merchant, timeText(at));
}

function ownedText(kind: OwnedKind, merchant: MerchantId, tail: string): string {
  const { prefix } = OWNED[kind];
  return prefix + casedAs(prefix, merchantCode(merchant) + tail);
}

function casedAs(prefix: string, text: string): string {
  return prefix === prefix.toUpperCase() ? text.toUpperCase() : text;
}

export function newMerchantId(random: Random): MerchantId {
  return `${MERCHANT}${randomText(random, CODE_LENGTH)}` as MerchantId;
}

export function parseMerchantId(text: string): MerchantId | undefined {
  return MERCHANT_ID.test(text) ? (text as MerchantId) : undefined;
}

const USER_ID = /^usr_[0-9a-z]{1,32}$/;

export function parseUserId(text: string): UserId | undefined {
  return USER_ID.test(text) ? (text as UserId) : undefined;
}

/** Users are few and belong to no merchant's rows, so their ids carry neither code nor time. */
export function newUserId(random: Random): UserId {
  return `usr_${randomText(random, USER_LENGTH)}` as UserId;
}

/** Operator keys belong to the installation, so their ids carry no merchant's code. */
export function newOperatorKeyId(random: Random): OperatorKeyId {
  return `opk_${randomText(random, OPERATOR_KEY_LENGTH)}` as OperatorKeyId;
}

export function parseOperatorKeyId(text: string): OperatorKeyId | undefined {
  return OPERATOR_KEY_ID.test(text) ? (text as OperatorKeyId) : undefined;
}

/** An account feed may belong to the installation, so its id carries no merchant's code. */
export function newFeedId(random: Random): FeedId {
  return `fed_${randomText(random, FEED_LENGTH)}` as FeedId;
}

export function parseFeedId(text: string): FeedId | undefined {
  return FEED_ID.test(text) ? (text as FeedId) : undefined;
}

/** The id of an entry in a journal: the entries of one process sort by time. */
export function newEntryId(source: IdSource): string {
  return timeText(source.now) + randomText(source.random, UNIQUE_LENGTH);
}

/** Returns a lower bound, in sort order, of the entry ids made at `at` or later. */
export function leastEntryId(at: Instant): string {
  return timeText(instant(Math.min(at, LATEST)));
}

/** A secret for an API key, a webhook or a password: `length` base-32 characters of 5 bits each. */
export function randomText(random: Random, length: number): string {
  let text = "";
  for (const byte of random.bytes(length)) text += ALPHABET.charAt(byte & 31);
  return text;
}

/** The id that stands before every event of a merchant; no event has it. */
export function idBeforeEvents(merchant: MerchantId): EventId {
  return ownedText("event", merchant, "0".repeat(TIME_LENGTH + UNIQUE_LENGTH)) as EventId;
}

/**
 * The id of an event that several processes may find at once: each process makes the same id, so
 * the event is written once. `unique` is ten characters that no other event of the merchant at `at`
 * has.
 */
export function sharedEventId(merchant: MerchantId, at: Instant, unique: string): EventId {
  return ownedText("event", merchant, timeText(at) + unique) as EventId;
}

/** The part of a session's id that holds the time of its creation; it sorts by time. */
export function sessionTime(at: Instant): string {
  return timeText(at);
}

/** The merchant whose code an id carries; an id alone is enough to find the merchant's rows. */
export function merchantOf(id: Id<OwnedKind>): MerchantId {
  const code = id.slice(PREFIX_LENGTH, PREFIX_LENGTH + CODE_LENGTH);
  return `${MERCHANT}${code.toLowerCase()}` as MerchantId;
}

/** The merchant's code, the part of its id that its other ids carry. */
export function merchantCode(merchant: MerchantId): string {
  return merchant.slice(PREFIX_LENGTH);
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
