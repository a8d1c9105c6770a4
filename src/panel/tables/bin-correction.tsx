import { CARD_CATEGORIES, CARD_TYPES } from "../../domain/card/bin-record.ts";
import { CARD_BRANDS } from "../../domain/card/card-number.ts";
import type { BinCorrection, BinMode } from "../../domain/card/ports.ts";
import { binFields, readBinFields } from "../../domain/card/read-bin-row.ts";
import { mayOperate } from "../../domain/merchant/permission.ts";
import { Card } from "../../page/parts/card.tsx";
import { brandName } from "../../page/parts/brand-mark.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { useAccount, useWords, type AccountContext } from "../kit/context.ts";
import { operatorRoute, type PanelRoute } from "../kit/route.ts";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { isBinText, modeOf } from "./bin-fields.tsx";
import { tableWords } from "./words.ts";

const PATH = "bins/correction";
type Fields = Readonly<Record<string, string>>;

const audit = { action: "bin.corrected", kind: "bin", field: "bin" } as const;

/** A form that writes one row in place of the BIN table's, and one that removes it. */
export const correctionRoutes: readonly PanelRoute[] = [
  operatorRoute({ method: "GET", path: PATH, permission: "bins.change", run: showForm }),
  operatorRoute({ method: "POST", path: PATH, permission: "bins.change", audit, run: correct }),
  operatorRoute({
    method: "POST",
    path: `${PATH}/remove`,
    permission: "bins.change",
    audit: { ...audit, action: "bin.correction_removed" },
    run: remove,
  }),
];

/** The address of the form for a BIN. */
export function correctionPath(context: AccountContext, mode: BinMode, bin: string): string {
  return `${context.panel(PATH)}?mode=${mode}&bin=${bin}`;
}

async function showForm(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const { bin = "" } = request.query;
  if (!isBinText(bin)) {
    return redirect(context.panel("bins"), refusal(tableWords[language].binWrong));
  }
  await kit.bins.refresh();
  const row = kit.bins.table(modeOf(request.query["mode"])).rowOf(bin);
  return formPage(context, row === undefined ? { bin, country: "TR" } : { ...binFields(row), bin });
}

async function correct(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, language, signedIn } = context;
  const { body } = request;
  const read = readBinFields((column) => body[column]);
  if (!read.ok) {
    const errors = read.refusal.map(({ column = "bin", message }) => [column, message] as const);
    return formPage(context, body, Object.fromEntries(errors));
  }
  const mode = modeOf(body["mode"]);
  const record = read.value;
  const by = signedIn.user.email;
  await kit.binStore.correct(mode, { record, changedAt: kit.clock.now(), changedBy: by });
  await context.log.done({ after: { mode, ...binFields(record) } });
  return redirect(context.panel("bins"), done(tableWords[language].corrected));
}

async function remove(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const words = tableWords[language];
  const { bin = "" } = request.body;
  const mode = modeOf(request.body["mode"]);
  const isRemoved = await kit.binStore.removeCorrection(mode, bin, kit.clock.now());
  if (!isRemoved) return redirect(context.panel("bins"), refusal(words.notCorrected));
  await context.log.done({ before: { mode, bin } });
  return redirect(context.panel("bins"), done(words.uncorrected));
}

function formPage(context: AccountContext, values: Fields, errors: Fields = {}): PanelAnswer {
  const { request, language } = context;
  const words = tableWords[language];
  const mode = modeOf(request.body["mode"] ?? request.query["mode"]);
  return {
    kind: "page",
    status: Object.keys(errors).length === 0 ? 200 : 422,
    nav: "bins",
    title: words.correctTitle(words.modes[mode]),
    body: (
      <section class="card">
        <p class="hint">{words.correctHint}</p>
        <Form action={context.panel(PATH)} class="narrow">
          <input type="hidden" name="mode" value={mode} />
          <CorrectionFields values={values} errors={errors} />
          <Button>{words.correct}</Button>
        </Form>
      </section>
    ),
  };
}

type FieldsProps = { readonly values: Fields; readonly errors: Fields };

function CorrectionFields({ values, errors }: FieldsProps) {
  const words = useWords(tableWords);
  const given = (name: string) => ({ name, value: values[name], error: errors[name] });
  const choice = (name: string, first: string) => ({
    ...given(name),
    value: values[name] ?? first,
  });
  return (
    <>
      <Field {...given("bin")} label={words.bin} inputMode="numeric" maxLength={8} isRequired />
      <Field {...given("bank_name")} label={words.bank} maxLength={64} />
      <Field {...given("bank_code")} label={words.bankCode} inputMode="numeric" maxLength={4} />
      <Select
        {...choice("card_brand", "")}
        label={words.brand}
        options={[
          ["", words.brandByNumber],
          ...CARD_BRANDS.map((brand) => [brand, brandName(brand) ?? words.otherBrand] as const),
        ]}
      />
      <Select
        {...choice("card_type", "credit")}
        label={words.type}
        options={CARD_TYPES.map((type) => [type, words.types[type]] as const)}
      />
      <Select
        {...choice("card_category", "individual")}
        label={words.cardCategory}
        options={CARD_CATEGORIES.map((one) => [one, words.cardCategories[one]] as const)}
      />
      <Field {...given("card_program")} label={words.program} maxLength={64} />
      <Field {...given("country")} label={words.country} maxLength={2} />
    </>
  );
}

type ListProps = Readonly<Record<BinMode, readonly BinCorrection[]>>;

/** The corrected rows of both modes; empty without any. */
export function Corrections(corrections: ListProps) {
  const words = useWords(tableWords);
  const rows = (["live", "test"] as const).flatMap((mode) =>
    corrections[mode].map((one) => ({ ...one, mode })),
  );
  if (rows.length === 0) return null;
  return (
    <Card title={words.corrections}>
      <Table label={words.corrections} columns={columnsOf(words)} rows={rows} />
    </Card>
  );
}

type Row = BinCorrection & { readonly mode: BinMode };

function columnsOf(words: (typeof tableWords)["tr"]): readonly Column<Row>[] {
  return [
    { head: "BIN", isRowHead: true, cell: ({ record }) => record.bin },
    { head: words.mode, cell: ({ mode }) => words.modes[mode] },
    { head: words.bank, cell: ({ record }) => record.bankName ?? words.unknown },
    { head: words.type, cell: ({ record }) => words.types[record.type] },
    { head: words.program, cell: ({ record }) => record.program ?? "–" },
    { head: words.correctedBy, cell: ({ changedBy }) => changedBy },
    {
      head: words.uncorrect,
      isHidden: true,
      cell: (row) => <RemoveButton row={row} />,
    },
  ];
}

function RemoveButton({ row }: { readonly row: Row }) {
  const { signedIn, panel } = useAccount();
  const words = useWords(tableWords);
  if (!mayOperate(signedIn.user, "bins.change")) return null;
  return (
    <Form action={panel(`${PATH}/remove`)}>
      <input type="hidden" name="mode" value={row.mode} />
      <input type="hidden" name="bin" value={row.record.bin} />
      <Button kind="plain">{words.uncorrect}</Button>
    </Form>
  );
}
