import { formatMoney } from "../../page/format.ts";
import type { Instant } from "../../../kernel/clock.ts";
import { isCurrency } from "../../../kernel/currency.ts";
import type { UserId } from "../../../kernel/ids.ts";
import { money } from "../../../kernel/money.ts";
import type { AuditEntry } from "../../../merchant/audit.ts";
import type { RefundRequest } from "../../../refund/approval.ts";
import type { Attempt } from "../../../payment/payment.ts";
import type { PaymentHistory, EventHistory } from "../../../report/history.ts";
import type { LoggedRequest } from "../../../report/request-log.ts";
import type { Language } from "../../../checkout/session.ts";
import { pathOnly, toneOf } from "../requests/request-table.tsx";
import { paymentWords } from "../words/payment.ts";
import { detailWords } from "./payment-words.ts";

export type TimelineEntry = {
  readonly at: Instant;
  readonly tone: "good" | "bad" | "warn" | "info" | "mute";
  readonly text: string;
  /** Codes, references and results. */
  readonly details: readonly string[];
  /** A person's user, address and request id, or the request id of an API request. */
  readonly by?: string;
  /** The id of an API request in the request log. */
  readonly entryId?: string;
};

type Words = (typeof detailWords)["tr"];

/** The history of a payment with its causes, in the order of time. */
export function timelineOf(
  history: PaymentHistory,
  language: Language,
  calls: readonly LoggedRequest[] = [],
): readonly TimelineEntry[] {
  const words = detailWords[language];
  const { session, payment } = history;
  const refundedBy = new Map(history.refunds.map((refund) => [refund.attemptId, refund]));
  return [
    entry(session.createdAt, "mute", words.sessionOpened),
    entry(payment.createdAt, "mute", words.begun),
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
    ...history.requests.flatMap((request) => requestEntries(request, { words, language, history })),
    ...history.audit
      .filter((one) => one.after?.["request_id"] === undefined)
      .map((one) => auditEntry(one, words, language)),
    ...history.events.map((event) => eventEntry(event, words)),
    ...calls.filter(({ method }) => method !== "GET").map((call) => callEntry(call, words)),
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
    at: one.at,
    tone: "info",
    text: lookUp(words.audited, one.action) ?? one.action,
    details: [
      ...(isMoney ? [formatMoney(money(BigInt(amount), currency), language)] : []),
      ...(typeof reason === "string" && reason !== "" ? [`“${reason}”`] : []),
    ],
    by: byOf(one, words),
  };
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

const CALL_TONES = { good: "mute", warn: "warn", bad: "bad" } as const;

function callEntry(call: LoggedRequest, words: Words): TimelineEntry {
  const { at, method, path, status, code, requestId, entryId } = call;
  return {
    at,
    tone: CALL_TONES[toneOf(call)],
    text: `${method} ${pathOnly(path)}`,
    details: [words.answered(status), ...known(code, (text) => text)],
    by: words.requestId(requestId),
    entryId,
  };
}

function eventEntry(event: EventHistory, words: Words): TimelineEntry {
  const details = event.deliveries.map(({ url, state, attempts, status, error }) =>
    [
      url,
      words.delivery(words.deliveryStates[state], attempts),
      status === undefined ? error : words.answered(status),
    ]
      .filter((part) => part !== undefined)
      .join(" · "),
  );
  return {
    at: event.at,
    tone: event.deliveries.some(({ state }) => state === "failed") ? "bad" : "mute",
    text: words.event(event.type),
    details: details.length === 0 ? [words.noEndpoint] : details,
  };
}
