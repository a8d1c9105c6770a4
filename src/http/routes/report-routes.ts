import type { FastifyInstance } from "fastify";
import type { ResponseStyle } from "../../domain/merchant/merchant.ts";
import type { Caller } from "../../domain/merchant/ports.ts";
import { paymentRecord } from "../../domain/payment/record.ts";
import type { ExportFormat } from "../../domain/report/export.ts";
import {
  summarizePeriod,
  type PeriodSummary,
  type SummarizeDeps,
} from "../../domain/report/summarize-period.ts";
import { EXPORT_PROBLEMS, sendFile, signalOf, type OpenExport } from "../answer/export-answer.ts";
import { callerOf, withKey, type MerchantAuthDeps } from "../caller/merchant-auth.ts";
import { readDays, readFilter } from "../body/report-query.ts";
import {
  ExportQuerySchema,
  ListQuerySchema,
  SummaryQuerySchema,
  type ExportQuery,
  type ListQuery,
  type SummaryQuery,
} from "../schema/report.ts";
import { rememberStyle } from "../problem/response-style.ts";

export type ReportRoutesDeps = MerchantAuthDeps &
  SummarizeDeps & { readonly openExport: OpenExport };

const MEDIA_TYPES = {
  csv: "text/csv; charset=utf-8; header=present",
  json: "application/json; charset=utf-8",
} as const satisfies Record<ExportFormat, string>;

/** List, summary and export (spec 4.10 to 4.12) of a merchant's own payments of the key's mode. */
export function reportRoutes(app: FastifyInstance, deps: ReportRoutesDeps): void {
  const guarded = withKey(deps, "payments.read", "payment");
  app.get<{ Querystring: ListQuery }>(
    "/api/v1/payment/transactions",
    { ...guarded, schema: { querystring: ListQuerySchema } },
    async (request, reply) => {
      const { query } = request;
      const filter = readFilter(query, callerOf(request));
      if (!filter.ok) return deps.sendProblem(reply, filter.refusal);
      const page = Number(query.page ?? "1");
      const perPage = Number(query.per_page ?? "20");
      const { total, payments } = await deps.reports.list(filter.value, { page, perPage });
      const transactions = payments.map(paymentRecord);
      return { success: true, total, page, per_page: perPage, transactions };
    },
  );
  app.get<{ Querystring: SummaryQuery }>(
    "/api/v1/payment/summary",
    { ...guarded, schema: { querystring: SummaryQuerySchema } },
    async (request, reply) => {
      const caller = callerOf(request);
      const style = rememberStyle(request, caller);
      const days = readDays(request.query, caller.merchant.settings.timeZone);
      if (!days.ok) return deps.sendProblem(reply, days.refusal);
      const { currency } = request.query;
      const found = await summarizePeriod(deps, { caller, days: days.value, currency });
      return reply.type("application/json").send(summaryText(found, style));
    },
  );
  app.get<{ Querystring: ExportQuery }>(
    "/api/v1/payment/transactions/export",
    {
      ...guarded,
      schema: { querystring: ExportQuerySchema },
      // A HEAD request would run the whole export and send nothing of it.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { query } = request;
      const caller = callerOf(request);
      const filter = readFilter(query, caller);
      if (!filter.ok) return deps.sendProblem(reply, filter.refusal);
      const opened = await deps.openExport(filter.value, query.format, signalOf(reply));
      if (!opened.ok) return deps.sendProblem(reply, EXPORT_PROBLEMS[opened.refusal]);
      const name = fileName(query, caller);
      return sendFile(reply, { name, type: MEDIA_TYPES[query.format], content: opened.value });
    },
  );
}

function fileName(query: ExportQuery, { merchant, mode }: Caller): string {
  const days = readDays(query, merchant.settings.timeZone);
  const { start, end } = days.ok ? days.value : { start: undefined, end: undefined };
  const parts = ["transactions", mode, start, end];
  return `${parts.filter((part) => part !== undefined).join("-")}.${query.format}`;
}

/** The long summary for the style `flags`, the short one for `codes` (contract C2). */
function summaryText({ start, end, summary }: PeriodSummary, style: ResponseStyle): string {
  const figures = {
    total_transactions: summary.totalTransactions,
    total_amount: summary.totalAmount.minor,
    successful: summary.successful,
    failed: summary.failed,
    refunded: summary.refunded,
    approval_rate: summary.approvalRate,
  };
  if (style === "codes") return exactJson(figures);
  const breakdown = [...summary.breakdown].map(
    ([type, { count, amount }]) => [type, { count, amount: amount.minor }] as const,
  );
  return exactJson({
    success: true,
    period: { start, end },
    ...figures,
    breakdown_by_type: Object.fromEntries(breakdown),
  });
}

/**
 * Writes `bigint`s digit by digit, because a sum may be larger than a double holds exactly. No text
 * of a summary comes from outside, so none can contain the mark.
 */
function exactJson(value: object): string {
  const marked = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "bigint" ? `exactly ${member}` : member,
  );
  return marked.replace(/"exactly (-?\d+)"/g, "$1");
}
