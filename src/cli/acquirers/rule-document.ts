import { isRecord, parseJson } from "../../kernel/json.ts";
import type { RoutingRule, RuleDraft } from "../../domain/connection/rule.ts";
import { CommandError } from "../kit/output.ts";

/** A rule as commands print and read it; absent conditions are left out. */
export function ruleDocument(rule: RoutingRule) {
  const { hours, amountFrom, amountTo } = rule;
  return {
    name: rule.name,
    action: rule.action,
    connections: rule.connections === "own_bank" ? ["own_bank"] : rule.connections,
    terms: rule.terms,
    ...(rule.programs.length === 0 ? {} : { programs: rule.programs }),
    ...(rule.binPrefixes.length === 0 ? {} : { bin_prefixes: rule.binPrefixes }),
    ...(rule.brands.length === 0 ? {} : { brands: rule.brands }),
    ...(rule.currencies.length === 0 ? {} : { currencies: rule.currencies }),
    ...(amountFrom === undefined ? {} : { amount_from: Number(amountFrom) }),
    ...(amountTo === undefined ? {} : { amount_to: Number(amountTo) }),
    ...(hours === undefined ? {} : { hours: `${hours.from}-${hours.to}` }),
  };
}

const KNOWN = new Set([
  "name",
  "action",
  "connections",
  "terms",
  "programs",
  "bin_prefixes",
  "brands",
  "currencies",
  "amount_from",
  "amount_to",
  "hours",
]);

/**
 * Reads a list of rules, or `{"rules": […]}`. A misspelt or mistyped condition would make a rule
 * match more payments than it is meant to, so nothing is ignored.
 * @throws CommandError that names the rule and the field
 */
export function readRuleDrafts(content: string): readonly RuleDraft[] {
  const parsed = parseJson(content);
  const list = isRecord(parsed) ? parsed["rules"] : parsed;
  if (!Array.isArray(list)) throw new CommandError("<file> must be JSON with a list of rules");
  return list.map((item: unknown, index) => {
    const place = `rule ${index + 1}`;
    if (!isRecord(item)) throw new CommandError(`${place} must be an object`);
    const stray = Object.keys(item).find((name) => !KNOWN.has(name));
    if (stray !== undefined) throw new CommandError(`${place}: there is no field ${stray}`);
    return draftOf(item, place);
  });
}

function draftOf(item: Readonly<Record<string, unknown>>, place: string): RuleDraft {
  const text = (field: string): string => {
    const value = item[field] ?? "";
    if (typeof value === "string") return value;
    throw new CommandError(`${place}: ${field} must be a text`);
  };
  const texts = (field: string): readonly string[] => {
    const value: unknown = item[field] ?? [];
    if (Array.isArray(value) && value.every(isText)) return value;
    throw new CommandError(`${place}: ${field} must be a list of texts`);
  };
  const minor = (field: string): bigint | undefined => {
    const value = item[field];
    if (value === undefined) return undefined;
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0)
      return BigInt(value);
    throw new CommandError(`${place}: ${field} must be a whole number of minor units`);
  };
  return {
    name: text("name"),
    action: text("action"),
    connections: texts("connections"),
    terms: text("terms"),
    programs: texts("programs"),
    binPrefixes: texts("bin_prefixes"),
    brands: texts("brands"),
    currencies: texts("currencies"),
    amountFrom: minor("amount_from"),
    amountTo: minor("amount_to"),
    hours: text("hours"),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
