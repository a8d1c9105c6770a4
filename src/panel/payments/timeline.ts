import { formatMoney } from "../../page/format.ts";
import { DELIVERY_LOG_KEPT_MS } from "../../domain/event/delivery.ts";
import { DAY, instant, type Instant } from "../../kernel/clock.ts";
import { isCurrency } from "../../kernel/currency.ts";
import type { UserId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import type { AuditEntry } from "../../domain/merchant/audit.ts";
import type { RefundRequest } from "../../domain/refund/approval.ts";
import type { Attempt } from "../../domain/payment/payment.ts";
import type { DeliveryHistory, EventHistory, PaymentHistory } from "../../domain/report/history.ts";
import type { Language } from "../../kernel/language.ts";
import { failureText } from "../../page/parts/failure-text.ts";
import { paymentWords } from "../words/payment.ts";
import { auditedWords } from "./audited-words.ts";
import { detailWords } from "./payment-words.ts";

export type TimelineEntry = {
  readonly at: Instant;
  readonly tone: "good" | "bad" | "warn" | "info" | "mute";
  readonly text: string;
  /** Codes, references and results. */
  readonly details: readonly string[];
  /** A person's user, address and request id. */
  readonly by?: string;
};

type Words = (typeof detailWords)["tr"];

/**
 * The history of a payment with its causes, in the order of the merchant's clock. The API requests
 * are not part of it, because their log has the real time, from which a sandbox may differ.
 */
export function timelineOf(
  history: PaymentHistory,
  { language, realNow }: EventFacts,
): readonly TimelineEntry[] {
  const words = detailWords[language];
  const { session, payment } = history;
  const refundedBy = new Map(history.refunds.map((refund) => [refund.attemptId, refund]));
  return [
    entry(session.createdAt, "mute", words.sessionOpened),
    entry(payment.createdAt, "mute", words.begun),
    // Requests come before attempts of the same moment, which they cause.
    ...history.requests.flatMap((request) => requestEntries(request, { words, language, history })),
    ...history.audit
      .filter(
        ({ action, after }) =>
          auditedWords[language][action] !== undefined && after?.["request_id"] === undefined,
      )
      .map((one) => auditEntry(one, words, language)),
    ...history.attempts.map((attempt) => {
      const refund = refundedBy.get(attempt.attemptId);
      const amount = formatMoney(attempt.amount, language);
      const extra =
        refund === undefined
          ? [amount]
          : [
              words.refundMade(amount),
              refund.refundId,
              paymentWords[language].refundStates[refund.state],
            ];
      return attemptEntry(attempt, words, { extra, language, history });
    }),
    ...history.events.map((event) => eventEntry(event, { language, realNow })),
  ].toSorted((left, right) => left.at - right.at);
}

/** Bank codes and action names are open lists, of which only some have a text. */
function lookUp(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return words[key];
}

function entry(
  at: Instant,
  tone: TimelineEntry["tone"],
  text: string,
): TimelineEntry & { readonly details: readonly string[] } {
  return { at, tone, text, details: [] };
}

const ATTEMPT_TONES = {
  open: "warn",
  approved: "good",
  declined: "bad",
  abandoned: "mute",
  by_hand: "warn",
  needs_person: "bad",
} as const;

type AttemptFacts = {
  readonly extra: readonly string[];
  readonly language: Language;
  readonly history: PaymentHistory;
};

function known(text: string | undefined, format: (text: string) => string): readonly string[] {
  return text === undefined || text === "" ? [] : [format(text)];
}

function attemptEntry(attempt: Attempt, words: Words, facts: AttemptFacts): TimelineEntry {
  const { kind, state, mdStatus, bankCode, bankMessage, authCode, bankReference } = attempt;
  const reason = kind === "authorize" ? facts.history.payment.declineReason : undefined;
  const md = (status: string): string => {
    const meaning = lookUp(words.mdMeaning, status);
    return words.md(status) + (meaning === undefined ? "" : `: ${meaning}`);
  };
  return {
    at: attempt.createdAt,
    tone: ATTEMPT_TONES[state],
    text: `${words.attempts[kind]}: ${words.attemptStates[state]}`,
    details: [
      ...facts.extra,
      ...(reason === undefined ? [] : [paymentWords[facts.language].declines[reason]]),
      ...known(mdStatus, md),
      ...known(bankCode, words.bankCode),
      ...known(bankMessage, (text) => `“${text}”`),
      ...known(authCode, words.authCode),
      ...known(bankReference, words.reference),
      ...(attempt.inquiries > 0 ? [words.inquiries(attempt.inquiries)] : []),
    ],
  };
}

function auditEntry(one: AuditEntry, words: Words, language: Language): TimelineEntry {
  const { amount, currency = "", reason = "" } = one.after ?? {};
  const isMoney =
    typeof amount === "number" && typeof currency === "string" && isCurrency(currency);
  return {
    at: placeTime(one),
    tone: "info",
    text: auditedWords[language][one.action] ?? one.action,
    details: [
      ...(isMoney ? [formatMoney(money(BigInt(amount), currency), language)] : []),
      ...(typeof reason === "string" && reason !== "" ? [`“${reason}”`] : []),
    ],
    by: byOf(one, words),
  };
}

/** The time of an audit entry by the merchant's clock, which an entry of a moved sandbox names. */
function placeTime({ at, after }: AuditEntry): Instant {
  const { sandbox_time: own } = after ?? {};
  const time = typeof own === "string" ? Date.parse(own) : Number.NaN;
  return Number.isNaN(time) ? at : instant(time);
}

/** The user of an audit entry, with the address and the id of the request. */
function byOf({ actor, address, requestId }: AuditEntry, words: Words): string {
  const request = requestId === undefined ? undefined : words.requestId(requestId);
  return [actor, address, request].filter((part) => part !== undefined).join(" · ");
}

type RequestFacts = {
  readonly words: Words;
  readonly language: Language;
  readonly history: PaymentHistory;
};

function requestEntries(
  request: RefundRequest,
  { words, language, history }: RequestFacts,
): readonly TimelineEntry[] {
  const { requestId, requestedAt, requester, amount, reason, state, decision, refusal } = request;
  const notes = history.audit.filter(({ after }) => after?.["request_id"] === requestId);
  const by = (user: UserId, email: string): string => {
    const note = notes.find(({ userId }) => userId === user);
    return note === undefined ? email : byOf(note, words);
  };
  const requested: TimelineEntry = {
    at: requestedAt,
    tone: "warn",
    text: words.requestMade(formatMoney(amount, language)),
    details: reason === "" ? [] : [`“${reason}”`],
    by: by(request.requestedBy, requester),
  };
  if (decision === undefined || state === "waiting") return [requested];
  const decided: TimelineEntry = {
    at: decision.at,
    tone: state === "approved" ? "good" : "bad",
    text: words.requestDecided[state],
    details: refusal === undefined ? [] : [refusal],
    by: by(decision.by, decision.decider),
  };
  return [requested, decided];
}

type EventFacts = { readonly language: Language; readonly realNow: Instant };

function eventEntry(event: EventHistory, { language, realNow }: EventFacts): TimelineEntry {
  const words = detailWords[language];
  const { type, at, deliveries } = event;
  return {
    at,
    tone: deliveries.some(({ state }) => state === "failed") ? "bad" : "mute",
    text: lookUp(words.events, type) ?? type,
    details: [
      words.webhook(type),
      ...(deliveries.length === 0
        ? [withoutDelivery(event, words, realNow)]
        : deliveries.map((delivery) => deliveryText(delivery, language))),
    ],
  };
}

/** The reason why an event has no deliveries. */
function withoutDelivery({ isPlaced, at }: EventHistory, words: Words, realNow: Instant): string {
  if (!isPlaced) return words.notQueued;
  const mayBeForgotten = realNow - at > DELIVERY_LOG_KEPT_MS;
  return mayBeForgotten ? words.logEnded(DELIVERY_LOG_KEPT_MS / DAY) : words.noEndpoint;
}

function deliveryText(delivery: DeliveryHistory, language: Language): string {
  const words = detailWords[language];
  const { url, state, attempts, status, error } = delivery;
  const failure = error === undefined ? undefined : failureText(error, language);
  const answer = status === undefined ? failure : words.answered(status);
  const parts = [url, words.delivery(words.deliveryStates[state], attempts), answer];
  return parts.filter((part) => part !== undefined).join(" · ");
}
