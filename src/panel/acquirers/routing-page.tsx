import type { ConnectionFault } from "../../domain/connection/connection-fault.ts";
import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import type { RoutingRule } from "../../domain/connection/rule.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Button, Form } from "../../page/parts/form.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { askedRoute, RouteQuestionForm } from "./route-question.tsx";
import { RuleForm } from "./rule-form.tsx";
import { conditionsText, targetsText } from "./rule-text.ts";
import { routingWords } from "./routing-words.ts";
import { acquirerWords } from "./words.ts";

/** The routing table, the form of a new rule, and the question where a card goes. */
export async function routingPage(
  context: MerchantContext,
  faults: readonly ConnectionFault[],
): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = acquirerWords[language];
  const [connections, rules] = await Promise.all([
    kit.connections.list(scope),
    kit.connections.rules(scope),
  ]);
  const route = await askedRoute(context);
  const isMine = may(signedIn.user, "connections.change");
  const inUse = connections.filter(({ state }) => state !== "retired");
  return {
    kind: "page",
    status: faults.length === 0 ? 200 : 422,
    nav: "acquirers",
    title: words.routing,
    crumbs: [{ label: words.title, href: context.to("acquirers") }],
    body: (
      <>
        <p class="hint">{words.routingIntro}</p>
        <RuleTable rules={rules} connections={connections} />
        <RouteQuestionForm route={route} />
        {isMine && (
          <details class="card more" open={faults.length > 0 || rules.length === 0}>
            <summary>{routingWords[language].addRule}</summary>
            <RuleForm connections={inUse} faults={faults} />
          </details>
        )}
        {!isMine && <p class="hint">{words.ownersOnly}</p>}
      </>
    ),
  };
}

type RuleTableProps = {
  readonly rules: readonly RoutingRule[];
  readonly connections: readonly AcquirerConnection[];
};

type PlacedRule = { readonly rule: RoutingRule; readonly place: number };

function RuleTable({ rules, connections }: RuleTableProps) {
  const { language, signedIn } = useMerchant();
  const words = useWords(routingWords);
  if (rules.length === 0) return <p class="empty">{words.defaultRule}</p>;
  const isMine = may(signedIn.user, "connections.change");
  const columns: readonly Column<PlacedRule>[] = [
    { head: words.place, isNumber: true, cell: ({ place }) => place + 1 },
    { head: words.name, isRowHead: true, cell: ({ rule }) => rule.name },
    { head: words.action, cell: ({ rule }) => words.actions[rule.action] },
    {
      head: words.connections,
      cell: ({ rule }) => targetsText(rule, connections, language),
    },
    { head: words.when, cell: ({ rule }) => conditionsText(rule, language) },
    ...(isMine
      ? [
          {
            head: words.remove,
            isHidden: true,
            cellClass: "end",
            cell: (placed: PlacedRule) => <RuleButtons placed={placed} />,
          },
        ]
      : []),
  ];
  const placed = rules.map((rule, place) => ({ rule, place }));
  return <Table label={words.rules} columns={columns} rows={placed} class="beside" />;
}

function RuleButtons({ placed: { rule, place } }: { readonly placed: PlacedRule }) {
  const { to } = useMerchant();
  const words = useWords(routingWords);
  const actions = [
    ...(place === 0 ? [] : [["up", words.up, words.upOf(rule.name), "plain"] as const]),
    ["remove", words.remove, words.removeOf(rule.name), "danger"] as const,
  ];
  return (
    <>
      {actions.map(([action, label, name, kind]) => (
        <Form action={to(`acquirers/routing/${action}`)} label={name}>
          <input type="hidden" name="place" value={place} />
          <input type="hidden" name="name" value={rule.name} />
          <Button kind={kind}>{label}</Button>
        </Form>
      ))}
    </>
  );
}
