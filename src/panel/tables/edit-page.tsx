import type { Validity } from "../../kernel/validity.ts";
import { putInForce, withoutDays } from "../../domain/table/dated-change.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import type { Question } from "../kit/question.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { DayField } from "../../page/parts/day-field.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { fieldValue } from "../../page/parts/typed-day.ts";
import { shell } from "../words/shell.ts";
import { editWords } from "./edit-words.ts";
import { firstDay, type EditedTable, type FieldErrors, type FieldValues } from "./edited-table.ts";

/** The form that changes a row of a table from a day on, or removes it from some days. */
export function editRoutes<Row extends Validity>(table: EditedTable<Row>): readonly PanelRoute[] {
  const path = `${table.path}/edit`;
  return [
    merchantRoute({
      method: "GET",
      path,
      permission: table.change,
      run: (context) => editPage(context, table, { values: context.request.query, errors: {} }),
    }),
    merchantRoute({
      method: "POST",
      path,
      permission: table.change,
      audit: { action: "table.changed", kind: "table", id: table.name },
      run: (context) => save(context, table),
      ask: (context) => askRemoval(context, table),
    }),
  ];
}

/** The address of the form with the values of a row. */
export function editPath<Row extends Validity>(
  context: MerchantContext,
  table: EditedTable<Row>,
  row?: Row,
): string {
  if (row === undefined) return context.to(`${table.path}/edit`);
  const today = firstDay(context);
  const from = row.validFrom < today ? today : row.validFrom;
  const fields = { ...table.fieldsOf(row), valid_from: from, is_row: "yes" };
  return context.to(`${table.path}/edit${queryText(fields)}`);
}

async function save<Row extends Validity>(
  context: MerchantContext,
  table: EditedTable<Row>,
): Promise<PanelAnswer> {
  const { request, scope, kit, language, signedIn } = context;
  const words = editWords[language];
  const { values, row, errors } = readForm(context, table);
  if (row === undefined || Object.keys(errors).length > 0) {
    return editPage(context, table, { values: request.body, errors });
  }
  const isRemoval = isRemovalIn(context);
  const isSame = (other: Row): boolean => table.isSame(other, row);
  const isChanged = await table.store(context).change(scope, {
    plan: (rows) => (isRemoval ? withoutDays(rows, row, isSame) : putInForce(rows, row, isSame)),
    at: kit.clock.now(),
    by: signedIn.user.email,
  });
  const back = context.to(table.parent);
  if (!isChanged) return redirect(back, refusal(words.unchanged));
  const side = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  await context.log.done(isRemoval ? { before: side } : { after: side });
  return redirect(back, done(words.saved));
}

type ReadForm<Row> = {
  readonly values: Record<string, string>;
  /** Undefined if a field is wrong. */
  readonly row: Row | undefined;
  readonly errors: FieldErrors;
};

function readForm<Row extends Validity>(
  context: MerchantContext,
  table: EditedTable<Row>,
): ReadForm<Row> {
  const { past } = editWords[context.language];
  const values = cleaned(table, context.request.body);
  const read = table.check([{ line: 1, fields: new Map(Object.entries(values)) }]);
  const row = read.ok ? read.value[0] : undefined;
  const errors = {
    ...(read.ok ? {} : errorsOf(context, read.refusal)),
    ...(row !== undefined && row.validFrom < firstDay(context) ? { valid_from: past } : {}),
  };
  return { values, row, errors };
}

function isRemovalIn({ request }: MerchantContext): boolean {
  return request.body["intent"] === "remove";
}

async function askRemoval<Row extends Validity>(
  context: MerchantContext,
  table: EditedTable<Row>,
): Promise<Question | undefined> {
  if (!isRemovalIn(context)) return undefined;
  const { row, errors } = readForm(context, table);
  if (row === undefined || Object.keys(errors).length > 0) return undefined;
  const words = editWords[context.language];
  const label = table.title(context.language);
  return {
    title: words.remove,
    shown: await table.show(context, { rows: [row], label }),
    facts: [],
    effects: [words.removeEffect],
    back: editPath(context, table, row),
  };
}

/** The typed fields of a row; days are ISO, and a rate has no percent sign and no space. */
function cleaned<Row extends Validity>(
  { columns }: EditedTable<Row>,
  body: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    columns.map((name) => {
      const typed = (body[name] ?? "").trim();
      const isRate = name === "commission_rate";
      return [name, isRate ? typed.replace(/[%\s]/g, "") : fieldValue(name, typed)];
    }),
  );
}

function errorsOf(
  { language }: MerchantContext,
  problems: readonly { readonly column?: string; readonly message: string }[],
): FieldErrors {
  const { faults } = editWords[language];
  return Object.fromEntries(
    problems.map(({ column = "valid_from", message }) => [column, faults[column] ?? message]),
  );
}

type TypedValues = { readonly values: FieldValues; readonly errors: FieldErrors };

async function editPage<Row extends Validity>(
  context: MerchantContext,
  table: EditedTable<Row>,
  { values, errors }: TypedValues,
): Promise<PanelAnswer> {
  const { language } = context;
  const words = editWords[language];
  const isRow = values["is_row"] === "yes";
  return {
    kind: "page",
    status: Object.keys(errors).length === 0 ? 200 : 422,
    nav: table.nav,
    title: (isRow ? words.changeRow : words.add)[table.name],
    crumbs: [{ label: table.parentTitle(language), href: context.to(table.parent) }],
    body: (
      <Form action={context.to(`${table.path}/edit`)} class="card narrow">
        {isRow && <input type="hidden" name="is_row" value="yes" />}
        {await table.fields(context, { values, errors })}
        <DayField
          name="valid_from"
          label={words.from}
          hint={words.fromHint}
          value={values["valid_from"] ?? firstDay(context)}
          error={errors["valid_from"]}
          isRequired
        />
        <DayField
          name="valid_to"
          label={words.to}
          hint={words.toHint}
          value={values["valid_to"]}
          error={errors["valid_to"]}
        />
        <div class="buttons">
          <Button name="intent" value="put">
            {words.save}
          </Button>
          {isRow && (
            <Button kind="danger" name="intent" value="remove">
              {words.remove}
            </Button>
          )}
          <a href={context.to(table.parent)}>{shell[language].cancel}</a>
        </div>
      </Form>
    ),
  };
}
