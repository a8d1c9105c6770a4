import type { CardFacts } from "../card/bin-record.ts";
import { hourInTurkey } from "../../kernel/calendar-day.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type { Hours, RoutingRule } from "./rule.ts";

/** The facts of a card payment that rules look at. */
export type RuledPayment = {
  /** The first digits of the card's number, six to eight. */
  readonly bin: string;
  readonly card: CardFacts;
  readonly amount: Money;
  /** 1 is a single charge. */
  readonly installmentCount: number;
  readonly now: Instant;
};

/** True if a payment is one of those that the rule is about. */
export function matchesRule(rule: RoutingRule, payment: RuledPayment): boolean {
  const { bin, card, amount, installmentCount, now } = payment;
  const isSingle = installmentCount === 1;
  if (rule.terms !== "any" && (rule.terms === "single") !== isSingle) return false;
  if (rule.binPrefixes.length > 0 && !rule.binPrefixes.some((one) => bin.startsWith(one))) {
    return false;
  }
  if (rule.amountFrom !== undefined && amount.minor < rule.amountFrom) return false;
  if (rule.amountTo !== undefined && amount.minor > rule.amountTo) return false;
  return (
    allows(rule.programs, card.program) &&
    allows(rule.brands, card.brand) &&
    allows(rule.currencies, amount.currency) &&
    (rule.hours === undefined || isWithin(rule.hours, now))
  );
}

function allows<Value>(list: readonly Value[], value: Value | undefined): boolean {
  return list.length === 0 || (value !== undefined && list.includes(value));
}

function isWithin({ from, to }: Hours, now: Instant): boolean {
  const hour = hourInTurkey(now);
  return from < to ? from <= hour && hour < to : from <= hour || hour < to;
}
