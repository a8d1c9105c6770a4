import type { Language } from "../../kernel/language.ts";
import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import type { RoutingRule } from "../../domain/connection/rule.ts";
import { COMMON_EXPONENT, amountText } from "../../page/parts/amount-text.ts";
import { routingWords } from "./routing-words.ts";

/** The connections of a rule by their names. */
export function targetsText(
  rule: RoutingRule,
  connections: readonly AcquirerConnection[],
  language: Language,
): string {
  if (rule.connections === "own_bank") return routingWords[language].ownBank;
  return rule.connections
    .map((id) => connections.find(({ connectionId }) => connectionId === id)?.title ?? id)
    .join(", ");
}

/** The conditions of a rule in one line. */
export function conditionsText(rule: RoutingRule, language: Language): string {
  const words = routingWords[language];
  const amount = (minor: bigint): string =>
    amountText(minor, { exponent: COMMON_EXPONENT, language });
  const { amountFrom, amountTo, hours } = rule;
  const hasAmounts = amountFrom !== undefined || amountTo !== undefined;
  const parts = [
    ...(rule.terms === "any" ? [] : [words.termNames[rule.terms]]),
    ...rule.programs,
    ...rule.binPrefixes.map((prefix) => `${prefix}…`),
    ...rule.brands,
    ...rule.currencies,
    ...(hasAmounts
      ? [`${amount(amountFrom ?? 0n)} – ${amountTo === undefined ? "" : amount(amountTo)}`]
      : []),
    ...(hours === undefined ? [] : [`${hourText(hours.from)}–${hourText(hours.to)}`]),
  ];
  return parts.length === 0 ? words.always : parts.join(", ");
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}
