import type { ConnectionId } from "../../kernel/ids.ts";
import type { AcquirerConnection } from "./connection.ts";
import { isInService } from "./connection.ts";
import type { HealthState } from "./health.ts";
import { matchesRule, type RuledPayment } from "./match-rule.ts";
import { DEFAULT_RULES, type RoutingRule } from "./rule.ts";

/** A card payment that looks for a connection. */
export type RouteQuestion = RuledPayment & {
  /** True if the cardholder shall be authenticated by 3-D Secure. */
  readonly needsChallenge: boolean;
};

/** Facts about a connection that change with time or payment. */
export type ConnectionFacts = {
  readonly health: HealthState;
  /** The commission in basis points; undefined if the commission table has none. */
  readonly cost: number | undefined;
};

export type RouteTables = {
  readonly connections: readonly AcquirerConnection[];
  /** Without rules, DEFAULT_RULES are in force. */
  readonly rules: readonly RoutingRule[];
  readonly factsOf: (connection: AcquirerConnection) => ConnectionFacts;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive), for shares by weight. */
  readonly draw: () => number;
};

/** The reason for the place of a candidate. */
export type PlaceReason =
  | { readonly kind: "rule"; readonly rule: string }
  | { readonly kind: "cost"; readonly basisPoints: number }
  | { readonly kind: "weight"; readonly weight: number }
  /** The connection lately failed, so that all others come before it. */
  | { readonly kind: "unhealthy" }
  /** The connection lately failed, and this payment may try it again. */
  | { readonly kind: "tried_again" };

/** The reason why a connection does not take the payment. */
export type Exclusion =
  | "not_in_service"
  | "currency"
  | "amount_too_small"
  | "amount_too_large"
  | "installment_count"
  | "card_program"
  | "no_three_d_secure"
  | "avoided_by_rule"
  | "others_only_by_rule";

export type Candidate = {
  readonly connection: AcquirerConnection;
  readonly reasons: readonly PlaceReason[];
};

export type Excluded = {
  readonly connection: AcquirerConnection;
  readonly reason: Exclusion;
  /** The rule of `avoided_by_rule` and `others_only_by_rule`. */
  readonly rule?: string;
};

export type Route = {
  /** In the order in which they are tried. */
  readonly candidates: readonly Candidate[];
  readonly excluded: readonly Excluded[];
};

/**
 * Orders the connections that can take a payment. The rules are read from top to bottom: each
 * matching one places its connections after those placed before. The rest follows by cost, then by
 * shares of weight. Connections that lately failed come last, in the same order among themselves.
 * The reasons are in docs/decisions/routing.md.
 */
export function route(question: RouteQuestion, tables: RouteTables): Route {
  const checked = tables.connections.map((connection) => ({
    connection,
    reason: exclusionOf(connection, question),
  }));
  const unable = checked.flatMap(({ connection, reason }): Excluded[] =>
    reason === undefined ? [] : [{ connection, reason }],
  );
  const able = checked.flatMap(({ connection, reason }) =>
    reason === undefined ? [connection] : [],
  );
  const placed = placeByRules(question, tables, able);
  const rest = placed.left.toSorted(byId);
  const ordered = [...placed.candidates, ...orderByCost(rest, tables)];
  return {
    candidates: unhealthyLast(ordered, tables),
    excluded: [...unable, ...placed.excluded],
  };
}

function exclusionOf(
  connection: AcquirerConnection,
  { amount, card, installmentCount, needsChallenge, now }: RouteQuestion,
): Exclusion | undefined {
  if (!isInService(connection, now)) return "not_in_service";
  if (!connection.currencies.includes(amount.currency)) return "currency";
  if (amount.minor < (connection.amountMin ?? 0n)) return "amount_too_small";
  if (connection.amountMax !== undefined && amount.minor > connection.amountMax) {
    return "amount_too_large";
  }
  if (needsChallenge && connection.model === undefined) return "no_three_d_secure";
  if (installmentCount === 1) return undefined;
  if (!connection.installmentCounts.includes(installmentCount)) return "installment_count";
  const hasProgram = card.program !== undefined && connection.programs.includes(card.program);
  return hasProgram ? undefined : "card_program";
}

/** False for a rule whose connections are all retired: it would otherwise refuse every payment. */
function isAlive(rule: RoutingRule, connections: readonly AcquirerConnection[]): boolean {
  if (rule.connections === "own_bank") return true;
  return rule.connections.some((id) =>
    connections.some(({ connectionId, state }) => connectionId === id && state !== "retired"),
  );
}

type Placement = {
  readonly candidates: readonly Candidate[];
  /** The connections that no rule has placed. */
  readonly left: readonly AcquirerConnection[];
  readonly excluded: readonly Excluded[];
};

function placeByRules(
  question: RouteQuestion,
  { rules, draw, connections }: RouteTables,
  able: readonly AcquirerConnection[],
): Placement {
  let placement: Placement = { candidates: [], left: able, excluded: [] };
  for (const rule of rules.length === 0 ? DEFAULT_RULES : rules) {
    if (!isAlive(rule, connections) || !matchesRule(rule, question)) continue;
    const named = namedBy(rule, question, placement.left);
    placement = placedBy(rule, { placement, named, draw });
    if (rule.action === "only") break;
  }
  return placement;
}

function placedBy(
  { name, action }: RoutingRule,
  step: {
    readonly placement: Placement;
    readonly named: readonly AcquirerConnection[];
    readonly draw: () => number;
  },
): Placement {
  const { placement, named, draw } = step;
  const { candidates, excluded } = placement;
  const left = placement.left.filter((connection) => !named.includes(connection));
  if (action === "avoid") {
    const avoided = named.map((connection) => excludedBy(connection, "avoided_by_rule", name));
    return { candidates, left, excluded: [...excluded, ...avoided] };
  }
  const order = action === "share" ? drawByWeight(named, draw) : named;
  const placed = order.map((connection): Candidate => ({
    connection,
    reasons: [{ kind: "rule", rule: name }, ...(action === "share" ? [weightOf(connection)] : [])],
  }));
  const next = [...candidates, ...placed];
  if (action !== "only") return { candidates: next, left, excluded };
  const others = left.map((connection) => excludedBy(connection, "others_only_by_rule", name));
  return { candidates: next, left: [], excluded: [...excluded, ...others] };
}

function excludedBy(connection: AcquirerConnection, reason: Exclusion, rule: string): Excluded {
  return { connection, reason, rule };
}

/** The connections of a rule in its order; those of the issuer's bank in order of their ids. */
function namedBy(
  rule: RoutingRule,
  { card }: RouteQuestion,
  left: readonly AcquirerConnection[],
): readonly AcquirerConnection[] {
  if (rule.connections === "own_bank") {
    return left.filter(({ bankCode }) => bankCode === card.bankCode).toSorted(byId);
  }
  const ids: readonly ConnectionId[] = rule.connections;
  return [...new Set(ids)].flatMap(
    (id) => left.find(({ connectionId }) => connectionId === id) ?? [],
  );
}

/** Orders by cost, the unknown cost last; connections of equal cost share by weight. */
function orderByCost(
  connections: readonly AcquirerConnection[],
  { factsOf, draw }: RouteTables,
): readonly Candidate[] {
  const costOf = (connection: AcquirerConnection): number =>
    factsOf(connection).cost ?? Number.POSITIVE_INFINITY;
  const costs = [...new Set(connections.map(costOf))].toSorted((left, right) => left - right);
  return costs.flatMap((cost) => {
    const equal = connections.filter((connection) => costOf(connection) === cost);
    return drawByWeight(equal, draw).map((connection): Candidate => ({
      connection,
      reasons: [
        ...(Number.isFinite(cost) ? [{ kind: "cost", basisPoints: cost } as const] : []),
        ...(equal.length > 1 ? [weightOf(connection)] : []),
      ],
    }));
  });
}

/** Draws an order: a connection of twice the weight comes first twice as often. */
function drawByWeight(
  connections: readonly AcquirerConnection[],
  draw: () => number,
): readonly AcquirerConnection[] {
  if (connections.length < 2) return connections;
  const total = connections.reduce((sum, { weight }) => sum + weight, 0);
  let mark = draw() * total;
  const index = connections.findIndex(({ weight }) => {
    mark -= weight;
    return mark < 0;
  });
  const first = Math.max(index, 0);
  const others = connections.filter((_, place) => place !== first);
  return [...connections.slice(first, first + 1), ...drawByWeight(others, draw)];
}

function unhealthyLast(
  candidates: readonly Candidate[],
  { factsOf }: RouteTables,
): readonly Candidate[] {
  const judged = candidates.map((candidate) => {
    const { health } = factsOf(candidate.connection);
    const reasons: readonly PlaceReason[] =
      health === "closed"
        ? candidate.reasons
        : [...candidate.reasons, { kind: health === "open" ? "unhealthy" : "tried_again" }];
    return { isLast: health === "open", candidate: { ...candidate, reasons } };
  });
  return judged
    .toSorted((left, right) => Number(left.isLast) - Number(right.isLast))
    .map(({ candidate }) => candidate);
}

function weightOf({ weight }: AcquirerConnection): PlaceReason {
  return { kind: "weight", weight };
}

/** The order of creation, because the ids of a merchant sort by time. */
function byId(left: AcquirerConnection, right: AcquirerConnection): number {
  return left.connectionId < right.connectionId ? -1 : 1;
}
