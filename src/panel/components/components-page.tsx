import type { ComponentChildren } from "preact";
import { dayOf } from "../../kernel/day.ts";
import { money } from "../../kernel/money.ts";
import { PAYMENT_STATUSES } from "../../domain/payment/states.ts";
import { formatMoney } from "../../page/format.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type AccountContext, useAccount, useWords } from "../kit/context.ts";
import { accountRoute, type PanelRoute } from "../kit/route.ts";
import { Card } from "../../page/parts/card.tsx";
import { Identifier } from "../../page/parts/identifier.tsx";
import { Choices } from "../../page/parts/choices.tsx";
import { DayField } from "../../page/parts/day-field.tsx";
import { FileField } from "../parts/file-field.tsx";
import { presetDays } from "../../page/parts/day-range.ts";
import { Drop } from "../../page/parts/drop.tsx";
import { Empty } from "../../page/parts/empty.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Chips, Presets } from "../../page/parts/filter-bar.tsx";
import { Status } from "../parts/status.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { Tabs } from "../../page/parts/tabs.tsx";
import { componentWords } from "./words.ts";

/** Shows each component of the panel with made-up values, for developers of its pages. */
export const componentRoutes: readonly PanelRoute[] = [
  accountRoute("GET", "components", async (context) => componentsPage(context)),
];

function componentsPage(context: AccountContext): PanelAnswer {
  const words = componentWords[context.language];
  return {
    kind: "page",
    title: words.title,
    body: (
      <>
        <p class="lead">{words.intro}</p>
        <Lists />
        <Fields />
        <Pieces />
      </>
    ),
  };
}

const HERE = "#main";

/** The parts of a list: tabs, ranges, filters, and the table. */
function Lists() {
  const { kit } = useAccount();
  const words = useWords(componentWords);
  const today = dayOf(kit.clock.now(), "Europe/Istanbul");
  const chip = { name: words.state, value: words.open, without: HERE };
  return (
    <>
      <Sample name={words.tabs}>
        <Tabs
          label={words.tabs}
          tabs={[
            { href: HERE, label: words.all, count: "42", isCurrent: true },
            { href: HERE, label: words.open, count: "7", isCurrent: false },
          ]}
        />
      </Sample>
      <Sample name={words.presets}>
        <Presets chosen={presetDays("last7", today)} today={today} at={() => HERE} />
      </Sample>
      <Sample name={words.chips}>
        <Chips chips={[chip, { ...chip, name: words.name }]} clear={HERE} />
      </Sample>
      <Sample name={words.table} hint={words.tableHint}>
        <SampleTable />
      </Sample>
    </>
  );
}

type SampleRow = { readonly name: string; readonly minor: bigint };

const ROWS: readonly SampleRow[] = [
  { name: "Ayşe Yılmaz", minor: 125_000n },
  { name: "Mehmet Can Karaosmanoğlu", minor: 8_990n },
];

function SampleTable() {
  const { language } = useAccount();
  const words = useWords(componentWords);
  const columns: readonly Column<SampleRow>[] = [
    { head: words.name, isRowHead: true, cell: ({ name }) => <a href={HERE}>{name}</a> },
    {
      head: words.amount,
      isNumber: true,
      cell: ({ minor }) => formatMoney(money(minor, "TRY"), language),
    },
    { head: words.state, cell: () => <Status status="completed" /> },
  ];
  return <Table label={words.table} columns={columns} rows={ROWS} isLinked />;
}

/** The fields of forms that browsers alone would write in their own language and look. */
function Fields() {
  const { kit } = useAccount();
  const words = useWords(componentWords);
  const today = dayOf(kit.clock.now(), "Europe/Istanbul");
  const names = [words.all, words.open, words.main, words.plain];
  return (
    <Sample name={words.fields} hint={words.fieldsHint}>
      <form class="narrow">
        <DayField name="day" label={words.day} value={today} />
        <FileField name="file" label={words.file} hint={words.fileHint} accept=".csv" />
        <Choices
          legend={words.choice}
          type="checkbox"
          choices={names.map((label, place) => {
            return { name: `choice-${place}`, value: "yes", label, isChecked: place === 0 };
          })}
        />
      </form>
    </Sample>
  );
}

/** The smaller parts of a page. */
function Pieces() {
  const words = useWords(componentWords);
  return (
    <>
      <Sample name={words.facts}>
        <Facts>
          <Fact name={words.name}>Ayşe Yılmaz</Fact>
          <Fact name={words.copy}>
            <Identifier name={words.copy} value="ORD-SAMPLE" />
          </Fact>
        </Facts>
      </Sample>
      <Sample name={words.drop} hint={words.dropHint}>
        <Drop label={words.drop} icon="more">
          <ul>
            <li>
              <a href={HERE}>{words.plain}</a>
            </li>
          </ul>
        </Drop>
      </Sample>
      <Sample name={words.buttons}>
        <div class="buttons">
          <a class="button main" href={HERE}>
            {words.main}
          </a>
          <a class="button plain" href={HERE}>
            {words.plain}
          </a>
          <a class="button danger" href={HERE}>
            {words.danger}
          </a>
        </div>
      </Sample>
      <Sample name={words.states}>
        <div class="buttons">
          {PAYMENT_STATUSES.map((status) => (
            <Status status={status} />
          ))}
        </div>
      </Sample>
      <Sample name={words.empty}>
        <Empty text={words.emptyText} />
      </Sample>
    </>
  );
}

type SampleProps = {
  readonly name: string;
  readonly hint?: string;
  readonly children: ComponentChildren;
};

function Sample({ name, hint, children }: SampleProps) {
  return (
    <Card title={name}>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {children}
    </Card>
  );
}
