import { CARD_BRANDS, type CardBrand } from "../card/card-number.ts";
import { programName } from "../card/card-program.ts";
import { CURRENCY_CODES, isCurrency, type Currency } from "../../kernel/currency.ts";
import type { ConnectionId } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { fault, type ConnectionFault } from "./connection-fault.ts";
import type { AcquirerConnection } from "./connection.ts";

/**
 * - `prefer`: the rule's connections come first, in the order of the rule.
 * - `share`: they come first, in an order drawn by their weights.
 * - `only`: as `prefer`, and no other connection takes the payment.
 * - `avoid`: they don't take the payment.
 */
export const RULE_ACTIONS = ["prefer", "share", "only", "avoid"] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

export const RULE_TERMS = ["any", "single", "installments"] as const;
export type RuleTerms = (typeof RULE_TERMS)[number];

/** The hours of a day in Turkey; `from` after `to` means over midnight. */
export type Hours = { readonly from: number; readonly to: number };

/** A row of a merchant's routing table. An empty list and an absent value match every payment. */
export type RoutingRule = {
  readonly name: string;
  readonly action: RuleAction;
  /** The connections that the rule is about; the word `own_bank` is those of the card's issuer. */
  readonly connections: readonly ConnectionId[] | "own_bank";
  readonly terms: RuleTerms;
  readonly programs: readonly string[];
  readonly binPrefixes: readonly string[];
  readonly brands: readonly CardBrand[];
  readonly currencies: readonly Currency[];
  /** From this amount on, in minor units. */
  readonly amountFrom: bigint | undefined;
  /** Up to this amount, inclusive, in minor units. */
  readonly amountTo: bigint | undefined;
  readonly hours: Hours | undefined;
};

/** The rules of a merchant that has stored none: the issuer's own bank takes its installments. */
export const DEFAULT_RULES: readonly RoutingRule[] = [
  {
    name: "own bank first for installments",
    action: "prefer",
    connections: "own_bank",
    terms: "installments",
    programs: [],
    binPrefixes: [],
    brands: [],
    currencies: [],
    amountFrom: undefined,
    amountTo: undefined,
    hours: undefined,
  },
];

export const RULES_MAX = 100;
const NAME_MAX = 80;
const LIST_MAX = 200;

/** A rule as a person or a file gives it; `fields` are named as in the documents. */
export type RuleDraft = {
  readonly name: string;
  readonly action: string;
  /** Ids or titles of connections, or the single word `own_bank`. */
  readonly connections: readonly string[];
  readonly terms: string;
  readonly programs: readonly string[];
  readonly binPrefixes: readonly string[];
  readonly brands: readonly string[];
  readonly currencies: readonly string[];
  readonly amountFrom: bigint | undefined;
  readonly amountTo: bigint | undefined;
  /** `09-18`, or empty. */
  readonly hours: string;
};

/** Checks a rule against the merchant's connections; names every field that is wrong. */
export function checkRule(
  draft: RuleDraft,
  all: readonly Pick<AcquirerConnection, "connectionId" | "title" | "state">[],
): Result<RoutingRule, readonly ConnectionFault[]> {
  // A title is unique among the connections that are not retired.
  const known = all.filter(({ state }) => state !== "retired");
  const name = draft.name.trim();
  const action = RULE_ACTIONS.find((one) => one === draft.action);
  const terms = RULE_TERMS.find((one) => one === (draft.terms === "" ? "any" : draft.terms));
  const connections = connectionsOf(draft.connections, known);
  const hours = draft.hours === "" ? undefined : hoursOf(draft.hours);
  const faults: readonly ConnectionFault[] = [
    ...(name === "" ? [fault("name", "required")] : []),
    ...(name.length > NAME_MAX ? [fault("name", "too_long")] : []),
    ...(action === undefined ? [unknown("action", RULE_ACTIONS)] : []),
    ...(terms === undefined ? [unknown("terms", RULE_TERMS)] : []),
    ...(connections === undefined
      ? [unknown("connections", ["own_bank", ...known.map(({ title }) => title)])]
      : []),
    ...(hours === undefined && draft.hours !== "" ? [unknown("hours", ["09-18"])] : []),
    ...(draft.binPrefixes.every((prefix) => /^\d{1,8}$/.test(prefix))
      ? []
      : [fault("bin_prefixes", "does_not_match")]),
    ...(draft.brands.every(isBrand) ? [] : [unknown("brands", CARD_BRANDS)]),
    ...(draft.currencies.every(isCurrency) ? [] : [unknown("currencies", CURRENCY_CODES)]),
    ...(draft.binPrefixes.length > LIST_MAX ? [fault("bin_prefixes", "too_long")] : []),
    ...(draft.amountTo !== undefined && draft.amountTo < (draft.amountFrom ?? 0n)
      ? [fault("amount_to", "not_above_minimum")]
      : []),
  ];
  if (action === undefined || terms === undefined || connections === undefined) {
    return refused(faults);
  }
  if (faults.length > 0) return refused(faults);
  return ok({
    name,
    action,
    connections,
    terms,
    programs: draft.programs.map(programName),
    binPrefixes: draft.binPrefixes,
    brands: draft.brands.filter(isBrand),
    currencies: draft.currencies.filter(isCurrency),
    amountFrom: draft.amountFrom,
    amountTo: draft.amountTo,
    hours,
  });
}

/** Returns the ids of the named connections, or undefined if one is unknown or none is named. */
function connectionsOf(
  names: readonly string[],
  known: readonly Pick<AcquirerConnection, "connectionId" | "title">[],
): RoutingRule["connections"] | undefined {
  if (names.length === 1 && names[0] === "own_bank") return "own_bank";
  const ids = names.flatMap(
    (name) =>
      known.find(({ connectionId, title }) => connectionId === name || title === name)
        ?.connectionId ?? [],
  );
  return ids.length === names.length && ids.length > 0 ? ids : undefined;
}

function hoursOf(text: string): Hours | undefined {
  const [, first, last] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const hours = { from: Number(first), to: Number(last) };
  const isPossible = hours.from <= 23 && hours.to <= 24 && hours.from !== hours.to;
  return isPossible ? hours : undefined;
}

function isBrand(text: string): text is CardBrand {
  return CARD_BRANDS.some((brand) => brand === text);
}

function unknown(field: string, allowed: readonly string[]): ConnectionFault {
  return fault(field, "unknown_value", allowed);
}
