import type { RoutingRule, RuleDraft } from "../connection/rule.ts";

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

/** Reads a list of rules, or `{"rules": […]}`; undefined if the text is neither. */
export function ruleDraft(content: string): readonly RuleDraft[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    return undefined;
  }
  const list = isRecord(parsed) ? parsed["rules"] : parsed;
  if (!Array.isArray(list) || !list.every(isRecord)) return undefined;
  return list.map((item) => ({
    name: textOf(item["name"]),
    action: textOf(item["action"]),
    connections: textsOf(item["connections"]),
    terms: textOf(item["terms"]),
    programs: textsOf(item["programs"]),
    binPrefixes: textsOf(item["bin_prefixes"]),
    brands: textsOf(item["brands"]),
    currencies: textsOf(item["currencies"]),
    amountFrom: minorOf(item["amount_from"]),
    amountTo: minorOf(item["amount_to"]),
    hours: textOf(item["hours"]),
  }));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.map(String) : [];
}

function minorOf(value: unknown): bigint | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}
