import { CARD_BRANDS } from "../../domain/card/card-number.ts";
import { fault, type ConnectionFault } from "../../domain/connection/connection-fault.ts";
import {
  checkRule,
  RULES_MAX,
  type RoutingRule,
  type RuleDraft,
} from "../../domain/connection/rule.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import type { Question } from "../kit/question.ts";
import { merchantRoute, merchantRoutes, type PanelRoute } from "../kit/route.ts";
import { COMMON_EXPONENT, parseAmount } from "../../page/parts/amount-text.ts";
import { boxOf, checked, PROGRAM_NAMES, wordsOf } from "./read-form.ts";
import { routingPage } from "./routing-page.tsx";
import { conditionsText, targetsText } from "./rule-text.ts";
import { routingWords } from "./routing-words.ts";

const PATH = "acquirers/routing";

const change = merchantRoutes("POST", "connections.change");
const audit = { action: "routing.changed", kind: "routing", id: "" } as const;

/** The routing rules of a merchant and mode, and the question where a card goes. */
export const routingRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: PATH,
    permission: "connections.see",
    run: (context) => routingPage(context, []),
  }),
  change(`${PATH}/add`, add, { audit }),
  change(`${PATH}/up`, (context) => rearrange(context, moveUp), { audit }),
  change(
    `${PATH}/remove`,
    (context) => rearrange(context, (rules, index) => rules.filter((_, place) => place !== index)),
    { ask: askRemove, audit },
  ),
];

async function add(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const connections = await kit.connections.list(scope);
  const { draft, faults } = draftOf(context, connections);
  const rule = checkRule(draft, connections);
  if (!rule.ok) return routingPage(context, [...faults, ...rule.refusal]);
  if (faults.length > 0) return routingPage(context, faults);
  const rules = await kit.connections.rules(scope);
  if (rules.length >= RULES_MAX) {
    return redirect(context.to(PATH), refusal(routingWords[language].tooMany));
  }
  return replace(context, [...rules, rule.value]);
}

type Draft = { readonly draft: RuleDraft; readonly faults: readonly ConnectionFault[] };

function draftOf(
  { request: { body } }: MerchantContext,
  connections: readonly { readonly connectionId: string }[],
): Draft {
  const faults: ConnectionFault[] = [];
  const amount = (field: string): bigint | undefined => {
    const text = (body[field] ?? "").trim();
    if (text === "") return undefined;
    const minor = parseAmount(text, COMMON_EXPONENT);
    if (minor === undefined) faults.push(fault(field, "does_not_match"));
    return minor;
  };
  const ids = connections.map(({ connectionId }) => connectionId);
  const isOwnBank = body[boxOf("connections", "own_bank")] === "yes";
  const draft: RuleDraft = {
    name: body["name"] ?? "",
    action: body["action"] ?? "",
    connections: isOwnBank ? ["own_bank"] : checked(body, "connections", ids),
    terms: body["terms"] ?? "",
    programs: checked(body, "programs", PROGRAM_NAMES),
    binPrefixes: wordsOf(body["bin_prefixes"]),
    brands: checked(body, "brands", CARD_BRANDS),
    currencies: checked(body, "currencies", CURRENCY_CODES),
    amountFrom: amount("amount_from"),
    amountTo: amount("amount_to"),
    hours: (body["hours"] ?? "").trim(),
  };
  return { draft, faults };
}

async function askRemove(context: MerchantContext): Promise<Question | undefined> {
  const { kit, scope, language } = context;
  const words = routingWords[language];
  const rule = ruleIn(context, await kit.connections.rules(scope));
  if (rule === undefined) return undefined;
  const connections = await kit.connections.list(scope);
  return {
    title: words.remove,
    facts: [
      [words.name, rule.name],
      [words.action, words.actions[rule.action]],
      [words.connections, targetsText(rule, connections, language)],
      [words.when, conditionsText(rule, language)],
    ],
    effects: [words.removeEffect],
  };
}

type Rearrangement = (rules: readonly RoutingRule[], index: number) => readonly RoutingRule[];

/** Changes the rule that the form names by its place and name, as the page showed them. */
async function rearrange(context: MerchantContext, work: Rearrangement): Promise<PanelAnswer> {
  const { kit, scope, request, language } = context;
  const rules = await kit.connections.rules(scope);
  if (ruleIn(context, rules) === undefined) {
    return redirect(context.to(PATH), refusal(routingWords[language].meanwhile));
  }
  return replace(context, work(rules, Number(request.body["place"])));
}

/** The rule that the form names, unless another one has its place meanwhile. */
function ruleIn(
  { request }: MerchantContext,
  rules: readonly RoutingRule[],
): RoutingRule | undefined {
  const rule = rules[Number(request.body["place"])];
  return rule?.name === request.body["name"] ? rule : undefined;
}

function moveUp(rules: readonly RoutingRule[], index: number): readonly RoutingRule[] {
  return rules.map((rule, place) => {
    if (place === index - 1) return rules[index] ?? rule;
    return place === index ? (rules[index - 1] ?? rule) : rule;
  });
}

async function replace(
  context: MerchantContext,
  rules: readonly RoutingRule[],
): Promise<PanelAnswer> {
  const { kit, scope, language } = context;
  const before = await kit.connections.rules(scope);
  await kit.connections.replaceRules(scope, rules);
  await context.log.done({
    object: { kind: "routing", id: scope.mode },
    before: { rules: namesOf(before) },
    after: { rules: namesOf(rules) },
  });
  await kit.connectionServices.refresh();
  return redirect(context.to(PATH), done(routingWords[language].changed));
}

function namesOf(rules: readonly RoutingRule[]): string {
  return rules.map(({ name }) => name).join(", ");
}
