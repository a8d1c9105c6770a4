import { useMerchant, type MerchantContext, useWords } from "../kit/context.ts";
import { joinedOr } from "../../kernel/text.ts";
import { conditionState } from "../../domain/connection/checklist.ts";
import {
  valuesWithoutLiabilityShift,
  type AcquirerConnection,
} from "../../domain/connection/connection.ts";
import { may } from "../../domain/merchant/permission.ts";
import { money } from "../../kernel/money.ts";
import { formatMoney } from "../../page/format.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { Identifier } from "../../page/parts/identifier.tsx";
import { When } from "../../page/parts/when.tsx";
import {
  ConnectionBadge,
  HealthBadge,
  KeyBadge,
  LastCheck,
  useKeyState,
  type ConnectionProps,
} from "./connection-parts.tsx";
import { Differences, KeyGuide } from "./differences.tsx";
import { acquirerWords } from "./words.ts";

/** One connection without its secrets, the checklist of its bank, and its changes. */
export async function connectionPage(
  context: MerchantContext,
  connection: ConnectionProps["connection"],
): Promise<PanelAnswer> {
  const { language, signedIn } = context;
  const words = acquirerWords[language];
  const isMine = may(signedIn.user, "connections.change");
  const path = context.to(`acquirers/${connection.connectionId}`);
  const differences = await context.kit.connectionServices.returnDifferences.list(
    connection.connectionId,
  );
  const canChange = isMine && connection.state !== "retired";
  return {
    kind: "page",
    nav: "acquirers",
    title: connection.title,
    crumbs: [{ label: words.title, href: context.to("acquirers") }],
    actions: canChange ? (
      <a class="button plain" href={`${path}/settings`}>
        {words.settings}
      </a>
    ) : undefined,
    body: (
      <>
        <ConnectionFacts connection={connection} />
        <Checklist connection={connection} />
        <Differences differences={differences} />
        {canChange && <Changes connection={connection} />}
        {!isMine && <p class="hint">{words.ownersOnly}</p>}
      </>
    ),
  };
}

function ConnectionFacts({ connection }: ConnectionProps) {
  const { kit, language } = useMerchant();
  const words = useWords(acquirerWords);
  const shown = Object.entries(connection.shownCredentials);
  const { protocols } = kit.connectionServices;
  const form = protocols.find(({ name }) => name === connection.protocol)?.credentials ?? [];
  const titleOf = (field: string): string =>
    form.find(({ name }) => name === field)?.title[language] ?? field;
  const risky = valuesWithoutLiabilityShift(connection).join(", ");
  return (
    <section class="card">
      <Facts>
        <Fact name={words.state}>
          <ConnectionBadge connection={connection} />
        </Fact>
        <Fact name={words.health}>
          <HealthBadge connection={connection} />
        </Fact>
        <Fact name={words.lastCheck}>
          <LastCheck connection={connection} />
        </Fact>
        <Fact name={words.storeKey}>
          <KeyBadge connection={connection} />
        </Fact>
        <Fact name={words.bank}>
          {connection.bank} ({connection.protocol}, {connection.bankCode})
        </Fact>
        <Fact name={words.hosts}>{words.hostNames[connection.hosts]}</Fact>
        <Fact name={words.terminal}>
          <Identifier name={words.terminal} value={connection.terminal} />
        </Fact>
        {shown.map(([name, value]) => (
          <Fact name={titleOf(name)}>
            <Identifier name={titleOf(name)} value={value} />
          </Fact>
        ))}
        <Fact name={words.model}>{connection.model ?? "–"}</Fact>
        {connection.mailOrder && (
          <Fact name={words.withoutThreeDSecure}>{words.mailOrderName}</Fact>
        )}
        <TermFacts connection={connection} />
      </Facts>
      {risky !== "" && <p class="error">{words.mdWarning(risky)}</p>}
    </section>
  );
}

function TermFacts({ connection }: ConnectionProps) {
  const { language } = useMerchant();
  const words = useWords(acquirerWords);
  const { amountMin, amountMax, activeFrom, activeUntil } = connection;
  const [currency = "TRY"] = connection.currencies;
  const amounts = [
    [words.amountMin, amountMin],
    [words.amountMax, amountMax],
  ] as const;
  const days = [
    [words.activeFrom, activeFrom],
    [words.activeUntil, activeUntil],
  ] as const;
  return (
    <>
      <Fact name={words.counts}>{joinedOr("–", connection.installmentCounts)}</Fact>
      <Fact name={words.programs}>{joinedOr("–", connection.programs)}</Fact>
      <Fact name={words.currencies}>{connection.currencies.join(", ")}</Fact>
      {amounts.map(
        ([name, minor]) =>
          minor !== undefined && (
            <Fact name={name}>{formatMoney(money(minor, currency), language)}</Fact>
          ),
      )}
      <Fact name={words.weight}>{connection.weight}</Fact>
      <Fact name={words.holdDays}>{connection.holdDays ?? words.holdDaysKnown}</Fact>
      {days.map(
        ([name, at]) =>
          at !== undefined && (
            <Fact name={name}>
              <When at={at} />
            </Fact>
          ),
      )}
    </>
  );
}

const TONES = {
  missing: "bad",
  no_objection: "good",
  not_told: "mute",
  proved: "good",
  unproved: "warn",
  doubted: "bad",
} as const;

function Checklist({ connection }: ConnectionProps) {
  const { kit, language } = useMerchant();
  const words = useWords(acquirerWords);
  const protocol = kit.connectionServices.protocols.find(
    ({ name }) => name === connection.protocol,
  );
  const conditions = protocol?.checklist ?? [];
  const key = useKeyState(connection);
  if (conditions.length === 0) return null;
  return (
    <Card title={words.checklist}>
      <ul>
        {conditions.map((condition) => {
          const state = conditionState(condition, connection.lastCheck, key);
          return (
            <li>
              {condition.title[language]}{" "}
              <span class={`badge ${TONES[state]}`}>{words.conditions[state]}</span>
            </li>
          );
        })}
      </ul>
      {key !== "not_signed" && (
        <p class="hint">
          {words.keyHint} <KeyGuide />
        </p>
      )}
    </Card>
  );
}

function Changes({ connection }: ConnectionProps) {
  const context = useMerchant();
  const words = useWords(acquirerWords);
  const path = context.to(`acquirers/${connection.connectionId}`);
  const changes = [
    ["test", words.test, words.testHint, "main"],
    toggleOf(context, connection),
    ["retire", words.retire, words.retireHint, "danger"],
  ] as const;
  return (
    <div class="cards">
      {changes.map(([action, label, hint, kind]) => (
        <Card title={label}>
          <p class="hint">{hint}</p>
          <Form action={`${path}/${action}`}>
            <Button kind={kind}>{label}</Button>
          </Form>
        </Card>
      ))}
    </div>
  );
}

type Change = readonly [action: string, label: string, hint: string, kind: "plain"];

/** A connection that the bank has not accepted is enabled only by a person who insists. */
function toggleOf({ language }: MerchantContext, connection: AcquirerConnection): Change {
  const words = acquirerWords[language];
  const { state, lastCheck } = connection;
  if (state === "active") return ["disable", words.disable, words.disableHint, "plain"];
  if (lastCheck?.kind === "ready") return ["enable", words.enable, words.enableHint, "plain"];
  return ["enable", words.enableAnyway, words.enableAnywayHint, "plain"];
}
