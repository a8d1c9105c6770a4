import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connectionIdOf, connectionOf, ruleOf } from "../../../test/support/connections.ts";
import { instant } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import type { AcquirerConnection } from "./connection.ts";
import { route, type ConnectionFacts, type Route, type RouteQuestion } from "./route.ts";
import type { RoutingRule } from "./rule.ts";

const CARD = {
  bankName: "Garanti",
  bankCode: "0062",
  brand: "visa",
  type: "credit",
  category: "individual",
  program: "Bonus",
  country: undefined,
} as const;

function questionOf(changes: Partial<RouteQuestion> = {}): RouteQuestion {
  return {
    bin: "45436012",
    card: CARD,
    amount: money(10_000n, "TRY"),
    installmentCount: 1,
    needsChallenge: false,
    // 12:00 in Turkey.
    now: instant(Date.parse("2026-11-23T09:00:00Z")),
    ...changes,
  };
}

type Setting = {
  readonly rules?: readonly RoutingRule[];
  readonly facts?: Readonly<Record<string, Partial<ConnectionFacts>>>;
  readonly draw?: number;
};

function routed(
  connections: readonly AcquirerConnection[],
  question: RouteQuestion = questionOf(),
  { rules = [], facts = {}, draw = 0 }: Setting = {},
): Route {
  return route(question, {
    connections,
    rules,
    factsOf: ({ connectionId }) => ({
      health: "closed",
      cost: undefined,
      ...facts[connectionId],
    }),
    draw: () => draw,
  });
}

const orderOf = ({ candidates }: Route): readonly string[] =>
  candidates.map(({ connection }) => connection.title.replace("Terminal ", ""));

const reasonOf = ({ excluded }: Route): readonly string[] => excluded.map(({ reason }) => reason);

const BONUS = { installmentCounts: [3, 6], programs: ["Bonus"] } as const;

describe("the route of a payment", () => {
  it.each([
    ["not_in_service", { state: "disabled" }, {}],
    ["not_in_service", { activeUntil: instant(Date.parse("2026-11-23T09:00:00Z")) }, {}],
    ["not_in_service", { activeFrom: instant(Date.parse("2026-11-23T09:00:01Z")) }, {}],
    ["currency", { currencies: ["USD"] }, {}],
    ["amount_too_small", { amountMin: 10_001n }, {}],
    ["amount_too_large", { amountMax: 9_999n }, {}],
    ["no_three_d_secure", { model: undefined }, { needsChallenge: true }],
    ["installment_count", BONUS, { installmentCount: 2 }],
    ["card_program", { ...BONUS, programs: ["World"] }, { installmentCount: 3 }],
    ["card_program", BONUS, { installmentCount: 3, card: { ...CARD, program: undefined } }],
  ] as const)("leaves out a connection: %s", (reason, connection, question) => {
    const found = routed([connectionOf(1, connection)], questionOf(question));
    expect(found.candidates).toEqual([]);
    expect(reasonOf(found)).toEqual([reason]);
  });

  it("takes installments to the issuer's own bank first, and a single charge to the cheaper", () => {
    const connections = [
      connectionOf(1, { ...BONUS, bankCode: "0064" }),
      connectionOf(2, { ...BONUS, bankCode: "0062" }),
    ];
    const facts = { [connectionIdOf(1)]: { cost: 150 }, [connectionIdOf(2)]: { cost: 200 } };
    const inParts = routed(connections, questionOf({ installmentCount: 6 }), { facts });
    expect(orderOf(inParts)).toEqual(["2", "1"]);
    expect(inParts.candidates[0]?.reasons).toEqual([
      { kind: "rule", rule: "own bank first for installments" },
    ]);
    const single = routed(connections, questionOf(), { facts });
    expect(orderOf(single)).toEqual(["1", "2"]);
    expect(single.candidates[0]?.reasons).toEqual([{ kind: "cost", basisPoints: 150 }]);
  });

  it("reads the rules from top to bottom; `only` and `avoid` leave connections out", () => {
    const connections = [1, 2, 3].map((number) => connectionOf(number));
    const rules = [
      ruleOf({ name: "dollars", currencies: ["USD"], connections: [connectionIdOf(1)] }),
      ruleOf({ name: "no 3", action: "avoid", connections: [connectionIdOf(3)] }),
      ruleOf({ name: "visa", brands: ["visa"], action: "only", connections: [connectionIdOf(2)] }),
      ruleOf({ name: "never read", connections: [connectionIdOf(1)] }),
    ];
    const found = routed(connections, questionOf(), { rules });
    expect(orderOf(found)).toEqual(["2"]);
    expect(found.excluded.map(({ reason, rule }) => [reason, rule])).toEqual([
      ["avoided_by_rule", "no 3"],
      ["others_only_by_rule", "visa"],
    ]);
  });

  it.each([
    ["a BIN prefix", { binPrefixes: ["454360"] }, { binPrefixes: ["5"] }],
    ["a program", { programs: ["Bonus"] }, { programs: ["World"] }],
    ["a brand", { brands: ["visa"] }, { brands: ["troy"] }],
    ["a currency", { currencies: ["TRY"] }, { currencies: ["EUR"] }],
    ["the smallest amount", { amountFrom: 10_000n }, { amountFrom: 10_001n }],
    ["the largest amount", { amountTo: 10_000n }, { amountTo: 9_999n }],
    ["hours of the day", { hours: { from: 12, to: 13 } }, { hours: { from: 13, to: 12 } }],
    ["hours over midnight", { hours: { from: 22, to: 13 } }, { hours: { from: 22, to: 12 } }],
    ["the terms", { terms: "single" }, { terms: "installments" }],
  ] as const)("matches a rule by %s", (_, matching, other) => {
    const connections = [connectionOf(1), connectionOf(2)];
    const to = { connections: [connectionIdOf(2)] };
    const withRule = (changes: Partial<RoutingRule>) =>
      orderOf(routed(connections, questionOf(), { rules: [ruleOf({ ...to, ...changes })] }));
    expect(withRule(matching)).toEqual(["2", "1"]);
    expect(withRule(other)).toEqual(["1", "2"]);
  });

  it("ignores a rule whose connections are all retired, and keeps to one that is disabled", () => {
    const only = [ruleOf({ action: "only", connections: [connectionIdOf(2)] })];
    const other = connectionOf(1);
    expect(orderOf(routed([other], questionOf(), { rules: only }))).toEqual(["1"]);
    const disabled = connectionOf(2, { state: "disabled" });
    expect(orderOf(routed([other, disabled], questionOf(), { rules: only }))).toEqual([]);
  });

  it("shares by weight among connections of equal cost", () => {
    const connections = [connectionOf(1, { weight: 30 }), connectionOf(2, { weight: 70 })];
    expect(orderOf(routed(connections, questionOf(), { draw: 0.29 }))).toEqual(["1", "2"]);
    expect(orderOf(routed(connections, questionOf(), { draw: 0.31 }))).toEqual(["2", "1"]);
  });

  it("puts connections that lately failed last, and keeps them as a last resort", () => {
    const facts = (health: "open" | "half_open") => ({ [connectionIdOf(1)]: { health } });
    const connections = [connectionOf(1), connectionOf(2)];
    expect(orderOf(routed(connections, questionOf(), { facts: facts("open") }))).toEqual([
      "2",
      "1",
    ]);
    expect(orderOf(routed(connections, questionOf(), { facts: facts("half_open") }))).toEqual([
      "1",
      "2",
    ]);
    const alone = routed([connectionOf(1)], questionOf(), { facts: facts("open") });
    expect(alone.candidates.map(({ reasons }) => reasons.at(-1)?.kind)).toEqual(["unhealthy"]);
  });

  it("names every connection once, and none that can't take the payment", () => {
    const generated = fc.record({
      weight: fc.integer({ min: 0, max: 1_000 }),
      state: fc.constantFrom("active" as const, "disabled" as const),
      bankCode: fc.constantFrom("0062", "0064"),
      amountMax: fc.option(fc.bigInt({ min: 1n, max: 20_000n }), { nil: undefined }),
    });
    const rules = fc.array(
      fc.record({
        action: fc.constantFrom("prefer" as const, "share" as const, "avoid" as const),
        places: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 }),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(
        fc.array(generated, { maxLength: 8 }),
        rules,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (parts, drafts, draw) => {
          const connections = parts.map((part, index) => connectionOf(index + 1, part));
          const table = drafts.map(({ action, places }) =>
            ruleOf({ action, connections: places.map(connectionIdOf) }),
          );
          const found = routed(connections, questionOf(), { rules: table, draw });
          const named = [...found.candidates, ...found.excluded].map(
            ({ connection }) => connection.title,
          );
          expect(named.toSorted()).toEqual(connections.map(({ title }) => title).toSorted());
          for (const { connection } of found.candidates) {
            expect(connection.state).toBe("active");
            expect(connection.amountMax ?? 10_000n).toBeGreaterThanOrEqual(10_000n);
          }
        },
      ),
    );
  });
});
