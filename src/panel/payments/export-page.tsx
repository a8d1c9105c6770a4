import type { TransactionFilter } from "../../domain/report/transaction-filter.ts";
import { refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Button, Form, Select } from "../../page/parts/form.tsx";
import { formatNumber } from "../../page/parts/numbers.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { paymentCrumbs } from "./payment-page.tsx";
import { openSheet } from "./payment-sheet.ts";
import { filterOf, readFilterOf, readSearch } from "./read-search.ts";
import { listWords } from "./words.ts";

const PATH = { path: "payments/export", permission: "payments.export" } as const;

const FORMATS = ["xlsx", "excel_csv", "csv", "json"] as const;
type Format = (typeof FORMATS)[number];

/** The media type and the file extension of each format. */
const FILES = {
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extension: "xlsx",
  },
  excel_csv: { type: "text/csv; charset=utf-8", extension: "csv" },
  csv: { type: "text/csv; charset=utf-8", extension: "csv" },
  json: { type: "application/json; charset=utf-8", extension: "json" },
} as const satisfies Record<Format, object>;

/**
 * The list as a file. The formats for people contain the list as it is shown, with its search;
 * `csv` and `json` are the same bytes as the export of the interface (spec 4.12).
 */
export const exportRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", ...PATH, run: showExport }),
  merchantRoute({
    method: "POST",
    ...PATH,
    audit: { action: "payments.exported", kind: "payments", id: "" },
    run: sendExport,
  }),
];

async function showExport(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, language, request } = context;
  const words = listWords[language];
  const filter = readFilterOf(context, request.query);
  const page = {
    kind: "page",
    nav: "payments",
    title: words.exportTitle,
    crumbs: paymentCrumbs(context),
  } as const;
  if (filter === undefined) {
    return { ...page, status: 400, flash: refusal(words.invalid), body: null };
  }
  const { total } = await kit.reports.list(filter, { page: 1, perPage: 1 });
  return {
    ...page,
    body: (
      <ExportForm
        query={filterOf(request.query)}
        total={total}
        details={detailsOf(request.query)}
      />
    ),
  };
}

/** The search's fields that the formats of the interface ignore. */
function detailsOf({ q = "", reason = "", bank = "" }: Readonly<Record<string, string>>) {
  const fields = { q: q.trim(), reason, bank };
  return Object.entries(fields).filter(([, value]) => value !== "");
}

async function sendExport(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope } = context;
  const read = readSearch({ ...context, request: { ...request, query: request.body } });
  if (!read.ok) return showExport(context);
  const { filter, search } = read.value;
  const format = FORMATS.find((name) => name === request.body["format"]) ?? "xlsx";
  await context.log.asked({
    object: { kind: "payments", id: scope.mode },
    after: { format, ...filterOf(request.body) },
  });
  return {
    kind: "file",
    name: fileName(filter, request.body, format),
    type: FILES[format].type,
    open: (signal) =>
      format === "csv" || format === "json"
        ? kit.openExport(filter, format, signal)
        : Promise.resolve(openSheet(context, search, format)),
  };
}

function fileName(
  { mode }: TransactionFilter,
  { start_date = "", end_date = "" }: Readonly<Record<string, string>>,
  format: Format,
): string {
  const parts = ["transactions", mode, start_date, end_date].filter((part) => part !== "");
  return `${parts.join("-")}.${FILES[format].extension}`;
}

type ExportFormProps = {
  readonly query: Readonly<Record<string, string>>;
  readonly total: number;
  /** The fields of the search that the formats of the interface ignore. */
  readonly details: readonly (readonly [name: string, value: string])[];
};

/** A script counts the rows during the download; without it, the browser shows the download. */
function ExportForm({ query, total, details }: ExportFormProps) {
  const { kit, language, to } = useMerchant();
  const words = useWords(listWords);
  const call = `/api/v1/payment/transactions/export${queryText({ format: "csv", ...query })}`;
  return (
    <section class="card">
      <p>
        <strong>
          {details.length === 0
            ? words.exportCount(formatNumber(total, language))
            : words.exportFound}
        </strong>{" "}
        {words.exportHow}
      </p>
      {details.length > 0 && <p class="hint">{words.exportNoText}</p>}
      <Form action={to("payments/export")} class="inline export">
        {[...Object.entries(query), ...details].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Select
          name="format"
          label={words.format}
          value="xlsx"
          options={FORMATS.map((format) => [format, words.formats[format]])}
        />
        <Button>{words.download}</Button>
        <p
          class="progress"
          hidden
          data-rows={total}
          data-progress={words.progress("{done}", "{all}")}
          data-done={words.progressDone}
          data-failed={words.progressFailed}
        >
          <progress max={Math.max(1, total)} value={0} aria-label={words.exportTitle} />
          <span role="status" />
        </p>
      </Form>
      <h2>{words.sameCall}</h2>
      <pre tabIndex={0}>
        <code>{`curl -H "Authorization: Bearer $VEZNE_API_KEY" \\\n  "${kit.publicUrl}${call}"`}</code>
      </pre>
    </section>
  );
}
