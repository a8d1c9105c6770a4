import type { ColumnMapping } from "../../domain/table/column-mapping.ts";
import type { MappingPlace } from "../../domain/table/ports.ts";
import type { RowProblem } from "../../domain/table/table-row.ts";
import type { TableHeader } from "../../file/csv/read-headers.ts";
import { MAPPED_FIELDS, type ReadSample } from "../../file/import/map-columns.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { Table } from "../../page/parts/table.tsx";
import type { Crumb, PanelAnswer } from "../kit/answer.ts";
import { useWords, type AccountContext } from "../kit/context.ts";
import type { NavKey } from "../kit/nav.ts";
import { FileField } from "../parts/file-field.tsx";
import { ProblemList } from "./problem-list.tsx";
import { tableWords } from "./words.ts";
import { HiddenFields, MappingForm, useFieldName, type Hidden } from "./mapping-form.tsx";
import { mappingText, type Typed } from "./read-mapping-form.ts";
import { mappingWords } from "./mapping-words.ts";

const TOLD = 5;

/** The mapping that a page is about. */
export type MappingSubject = {
  readonly place: MappingPlace;
  /** The name for people. */
  readonly title: string;
  readonly nav: NavKey;
  readonly crumb: Crumb;
  /** The page of the mapping; the steps are below it. */
  readonly path: string;
  /** The fields that name the subject. */
  readonly hidden: Hidden;
  readonly kept: ColumnMapping | undefined;
  /** The mapping that holds without one that is kept. */
  readonly builtIn?: ColumnMapping | undefined;
  /** Counts the changes of an import of the sample, in words. */
  readonly changesOf?: (sample: Uint8Array, mapping: ColumnMapping) => Promise<string>;
};

type Shown = {
  readonly headers: readonly TableHeader[];
  readonly typed: Typed;
  readonly sample: Uint8Array;
  readonly tried?: { readonly mapping: ColumnMapping; readonly read: ReadSample };
  readonly changes?: string;
};

type View = { readonly problems?: readonly RowProblem[]; readonly shown?: Shown };

/** The page of a mapping at each of its steps. */
export function mappingView(
  { language }: AccountContext,
  subject: MappingSubject,
  { problems = [], shown }: View,
): PanelAnswer {
  const words = mappingWords[language];
  return {
    kind: "page",
    status: problems.length === 0 ? 200 : 422,
    nav: subject.nav,
    title: `${words.title}: ${subject.title}`,
    crumbs: [subject.crumb],
    body: (
      <>
        <p class="hint">{words.intro}</p>
        <ProblemList problems={problems} />
        {shown?.tried !== undefined && <Preview subject={subject} shown={shown} />}
        {shown !== undefined && <Chooser subject={subject} shown={shown} />}
        <SampleForm subject={subject} />
        <Kept subject={subject} />
      </>
    ),
  };
}

type SubjectProps = { readonly subject: MappingSubject };
type ShownProps = SubjectProps & { readonly shown: Shown };

function stepHidden({ hidden }: MappingSubject, sample: Uint8Array): Hidden {
  return { ...hidden, sample: Buffer.from(sample).toString("base64") };
}

function Chooser({ subject, shown }: ShownProps) {
  return (
    <MappingForm
      action={`${subject.path}/try`}
      fields={MAPPED_FIELDS[subject.place.use]}
      headers={shown.headers}
      typed={shown.typed}
      hidden={stepHidden(subject, shown.sample)}
    />
  );
}

function Preview({ subject, shown }: ShownProps) {
  const words = useWords(mappingWords);
  const table = useWords(tableWords);
  const nameOf = useFieldName();
  const { tried } = shown;
  if (tried === undefined) return null;
  const { firstRows, rows, setAside } = tried.read;
  const told = setAside
    .slice(0, TOLD)
    .map(({ line, reason }) => `${table.problem(line)}: ${reason}`);
  const columns = Object.keys(firstRows[0] ?? {}).map((field) => ({
    head: nameOf(field),
    cell: (row: (typeof firstRows)[number]) => String(row[field] ?? "–"),
  }));
  return (
    <Card title={words.preview}>
      <p>
        {words.rows(rows)} {shown.changes}
      </p>
      {told.length > 0 && <p class="error">{words.setAside(setAside.length, told.join("; "))}</p>}
      <Table label={words.preview} columns={columns} rows={firstRows} />
      <Form action={`${subject.path}/keep`} hasFile>
        <HiddenFields hidden={stepHidden(subject, shown.sample)} />
        <input type="hidden" name="mapping" value={mappingText(tried.mapping)} />
        <Button>{words.keep}</Button>
      </Form>
    </Card>
  );
}

function SampleForm({ subject }: SubjectProps) {
  const words = useWords(mappingWords);
  return (
    <Form action={`${subject.path}/columns`} class="card sift roomy" hasFile>
      <HiddenFields hidden={subject.hidden} />
      <FileField
        name="sample"
        label={words.sample}
        hint={words.sampleHint}
        accept=".csv,.txt,.xlsx,text/csv"
        isRequired
      />
      <Button kind="plain">{words.readColumns}</Button>
    </Form>
  );
}

function Kept({ subject }: SubjectProps) {
  const words = useWords(mappingWords);
  const nameOf = useFieldName();
  const { kept, builtIn } = subject;
  if (kept === undefined) {
    return <p class="empty">{builtIn === undefined ? words.noneKept : words.builtIn}</p>;
  }
  return (
    <Card title={words.kept}>
      <Facts>
        {Object.entries({ ...kept.fixed, ...kept.columns }).map(([field, text]) => (
          <Fact name={nameOf(field)}>{text}</Fact>
        ))}
        <Fact name={words.decimal}>{kept.decimal}</Fact>
        <Fact name={words.day}>{kept.day}</Fact>
      </Facts>
      <Form action={`${subject.path}/forget`}>
        <HiddenFields hidden={subject.hidden} />
        <Button kind="plain">{words.forget}</Button>
      </Form>
    </Card>
  );
}
