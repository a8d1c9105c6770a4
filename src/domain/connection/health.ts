import type { AcquirerConnection } from "./connection.ts";
import { instant, later, MINUTE, SECOND, type Instant } from "../../kernel/clock.ts";

/**
 * The health of a connection, as a circuit breaker. `closed`: it answers. `open`: it lately failed,
 * and other connections come first. `half_open`: the pause is over, and one payment may try it.
 */
export type HealthState = "closed" | "open" | "half_open";

/** The state for people: `untried` is a connection of which no bank has said anything. */
export type ShownHealth = HealthState | "untried";

/**
 * Returns the health as a page shows it, from the breaker's state, which is undefined before the
 * first charge, and the bank's last word about the credentials.
 */
export function shownHealth(
  state: HealthState | undefined,
  { lastCheck, updatedAt }: Pick<AcquirerConnection, "lastCheck" | "updatedAt">,
): ShownHealth {
  if (state === "open" || state === "half_open") return state;
  if (lastCheck?.kind === "refused") return "open";
  const isAccepted = lastCheck?.kind === "ready" && lastCheck.at >= updatedAt;
  return state === undefined && !isAccepted ? "untried" : "closed";
}

export type HealthRules = {
  /** The number of last answers that count. */
  readonly answersMax: number;
  /** The time, in ms, after which an answer no longer counts. */
  readonly windowMs: number;
  /** The fewest answers that can open the breaker. */
  readonly answersMin: number;
  /** The share of failures, in percent, from which the breaker opens. */
  readonly failurePercent: number;
  /** The first pause in ms; it doubles with each failed try, up to `pauseMaxMs`. */
  readonly pauseMs: number;
  readonly pauseMaxMs: number;
  /** The time, in ms, for which a try of the connection keeps other payments away from it. */
  readonly tryMs: number;
};

export const HEALTH_RULES: HealthRules = {
  answersMax: 20,
  windowMs: MINUTE,
  answersMin: 5,
  failurePercent: 50,
  pauseMs: 15 * SECOND,
  pauseMaxMs: 5 * MINUTE,
  tryMs: 90 * SECOND,
};

export type Answer = { readonly at: Instant; readonly isFailure: boolean };

type OpenedBreaker = {
  readonly until: Instant;
  readonly pauseMs: number;
  /** True from the beginning of a try until its answer. */
  readonly isTried: boolean;
};

/** The facts from which the state follows; a value that is never changed. */
export type Health = {
  readonly answers: readonly Answer[];
  /** Absent while the breaker is closed. */
  readonly opened: OpenedBreaker | undefined;
};

export const HEALTHY: Health = { answers: [], opened: undefined };

export function healthState({ opened }: Health, now: Instant): HealthState {
  if (opened === undefined) return "closed";
  return now < opened.until ? "open" : "half_open";
}

/** Returns the health after a try has begun: until it has answered, no other payment tries. */
export function beginTry(health: Health, now: Instant, rules: HealthRules): Health {
  const { opened } = health;
  if (opened === undefined || now < opened.until) return health;
  return { ...health, opened: { ...opened, until: later(now, rules.tryMs), isTried: true } };
}

/**
 * Returns the health after an answer. A failure is a call whose outcome is unknown, or a request
 * that provably did not reach the bank; a declined payment is a success. A success closes the
 * breaker. A failure of a call from before the breaker opened says nothing new.
 */
export function afterAnswer(health: Health, answer: Answer, rules: HealthRules): Health {
  const { opened } = health;
  if (opened === undefined) return afterClosed(health, answer, rules);
  if (!answer.isFailure) return HEALTHY;
  if (!opened.isTried) return health;
  return openedAt(answer.at, Math.min(opened.pauseMs * 2, rules.pauseMaxMs));
}

function afterClosed(health: Health, answer: Answer, rules: HealthRules): Health {
  const earliest = instant(answer.at - rules.windowMs);
  const answers = [...health.answers, answer]
    .filter(({ at }) => at > earliest)
    .slice(-rules.answersMax);
  const failures = answers.filter(({ isFailure }) => isFailure).length;
  const isBroken =
    answer.isFailure &&
    answers.length >= rules.answersMin &&
    failures * 100 >= answers.length * rules.failurePercent;
  return isBroken ? openedAt(answer.at, rules.pauseMs) : { answers, opened: undefined };
}

function openedAt(at: Instant, pauseMs: number): Health {
  return { answers: [], opened: { until: later(at, pauseMs), pauseMs, isTried: false } };
}
