import type { ExportFormat } from "../../../report/export.ts";
import type { TransactionFilter } from "../../../report/transaction-filter.ts";
import { refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Button, Form, Select } from "../parts/form.tsx";
import { formatNumber } from "../parts/numbers.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { paymentCrumbs } from "./payment-page.tsx";
import { filterOf, readFilterOf } from "./read-search.ts";
import { listWords } from "./words.ts";

const PATH = { path: "payments/export", permission: "payments.export" } as const;
const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" } as const;

/** The list as a file: the same filter and the same bytes as the export of the interface. */
export const exportRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", ...PATH, run: showExport }),
  merchantRoute({ method: "POST", ...PATH, run: sendExport }),
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
  const { q = "", reason = "", bank = "" } = request.query;
  const hasText = q + reason + bank !== "";
  return {
    ...page,
    body: (
      <ExportForm
        context={context}
        query={filterOf(request.query)}
        total={total}
        hasText={hasText}
      />
    ),
  };
}

async function sendExport(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope } = context;
  const filter = readFilterOf(context, request.body);
  const format: ExportFormat = request.body["format"] === "json" ? "json" : "csv";
  if (filter === undefined) return showExport(context);
  await context.record({
    action: "payments.exported",
    object: { kind: "payments", id: scope.mode },
    after: { format, ...filterOf(request.body) },
  });
  return {
    kind: "file",
    name: fileName(filter, request.body, format),
    type: TYPES[format],
    open: (signal) => kit.openExport(filter, format, signal),
  };
}

function fileName(
  { mode }: TransactionFilter,
  { start_date = "", end_date = "" }: Readonly<Record<string, string>>,
  format: ExportFormat,
): string {
  const parts = ["transactions", mode, start_date, end_date].filter((part) => part !== "");
  return `${parts.join("-")}.${format}`;
}

type ExportFormProps = {
  readonly context: MerchantContext;
  readonly query: Readonly<Record<string, string>>;
  readonly total: number;
  readonly hasText: boolean;
};

/** A script counts the rows during the download; without it, the browser shows the download. */
function ExportForm({ context, query, total, hasText }: ExportFormProps) {
  const { kit, language } = context;
  const words = listWords[language];
  const call = `/api/v1/payment/transactions/export${queryText({ format: "csv", ...query })}`;
  return (
    <section class="card">
      <p>
        <strong>{words.exportCount(formatNumber(total, language))}</strong> {words.exportHow}
      </p>
      {hasText && <p class="hint">{words.exportNoText}</p>}
      <Form context={context} action={context.to("payments/export")} class="inline export">
        {Object.entries(query).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Select
          name="format"
          label={words.format}
          value="csv"
          options={[
            ["csv", "CSV"],
            ["json", "JSON"],
          ]}
          isShort
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
