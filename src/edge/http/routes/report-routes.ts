import type { FastifyInstance } from "fastify";
import type { ResponseStyle } from "../../../merchant/merchant.ts";
import { paymentRecord } from "../../../payment/record.ts";
import {
  summarizePeriod,
  type PeriodSummary,
  type SummarizeDeps,
} from "../../../report/summarize-period.ts";
import { callerOf, merchantOnly, type MerchantAuthDeps } from "../merchant-auth.ts";
import { readDays, readFilter } from "../report-query.ts";
import {
  ListQuerySchema,
  SummaryQuerySchema,
  type ListQuery,
  type SummaryQuery,
} from "../schema/report.ts";
import { styleOf } from "./payment-routes.ts";

export type ReportRoutesDeps = MerchantAuthDeps & SummarizeDeps;

/** Spec 4.10 and 4.11: a merchant's own payments, of the mode of its key. */
export function reportRoutes(app: FastifyInstance, deps: ReportRoutesDeps): void {
  const onRequest = merchantOnly(deps);
  app.get<{ Querystring: ListQuery }>(
    "/api/v1/payment/transactions",
    { onRequest, schema: { querystring: ListQuerySchema }, config: { errorForm: "payment" } },
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
    { onRequest, schema: { querystring: SummaryQuerySchema }, config: { errorForm: "payment" } },
    async (request, reply) => {
      const caller = callerOf(request);
      const days = readDays(request.query);
      if (!days.ok) return deps.sendProblem(reply, days.refusal);
      const currency = request.query.currency ?? "TRY";
      const found = await summarizePeriod(deps, { caller, days: days.value, currency });
      return reply.type("application/json").send(summaryText(found, styleOf(request, caller)));
    },
  );
}

/** The long form for `flags`, the short one for `codes` (contract 2). */
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
 * A sum may be more than a double holds exactly, so `bigint`s are written digit by digit. None of
 * the texts here come from outside, so none can look like the mark.
 */
function exactJson(value: object): string {
  const marked = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "bigint" ? `exactly ${member}` : member,
  );
  return marked.replace(/"exactly (-?\d+)"/g, "$1");
}
