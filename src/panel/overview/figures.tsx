import type { ComponentChildren } from "preact";
import type { RefundShare } from "../../domain/report/overview.ts";
import type { Summary } from "../../domain/report/summary.ts";
import { formatMoney } from "../../page/format.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { formatNumber, formatPercent } from "../../page/parts/numbers.ts";
import { listLink } from "./list-link.ts";
import type { OverviewPeriod } from "./read-period.ts";
import { overviewWords } from "./words.ts";

type FiguresProps = {
  readonly period: OverviewPeriod;
  readonly summary: Summary;
  /** The figures of the period before. */
  readonly before: Summary;
  readonly refunds: readonly RefundShare[];
};

/**
 * The figures of `GET /api/v1/payment/summary`, exact to the minor unit; each is a link to its
 * payments and stands against the period before.
 */
export function Figures({ period, summary, before, refunds }: FiguresProps) {
  const context = useMerchant();
  const words = useWords(overviewWords);
  const link = (status: string): string => listLink(context, period, { status });
  const sums = [summary, before].map(({ totalAmount }) => Number(totalAmount.minor));
  const counts = [summary, before].map(({ totalTransactions }) => totalTransactions);
  return (
    <dl class="figures" aria-label={words.figures}>
      <Figure
        name={words.volume}
        value={formatMoney(summary.totalAmount, context.language)}
        raw={String(summary.totalAmount.minor)}
        href={link("completed")}
        change={<Change values={sums} />}
      />
      <Figure
        name={words.payments}
        value={formatNumber(summary.totalTransactions, context.language)}
        raw={String(summary.totalTransactions)}
        href={link("")}
        change={<Change values={counts} />}
      />
      <Approval summary={summary} before={before} href={link("failed")} />
      <Refunds summary={summary} refunds={refunds} href={link("refunded")} />
    </dl>
  );
}

type ApprovalProps = Pick<FiguresProps, "summary" | "before"> & { readonly href: string };

function Approval({ summary, before, href }: ApprovalProps) {
  const { language } = useMerchant();
  const words = useWords(overviewWords);
  const { approvalRate, successful, failed } = summary;
  const count = (value: number): string => formatNumber(value, language);
  return (
    <Figure
      name={words.approval}
      value={formatPercent(approvalRate, language)}
      raw={String(approvalRate)}
      href={href}
      hint={words.approvalHint(count(successful), count(failed))}
      change={<RateChange summary={summary} before={before} />}
    />
  );
}

type RefundsProps = Pick<FiguresProps, "summary" | "refunds"> & { readonly href: string };

function Refunds({ summary, refunds, href }: RefundsProps) {
  const { language } = useMerchant();
  const words = useWords(overviewWords);
  const { currency } = summary.totalAmount;
  const returned = refunds.find(({ amount }) => amount.currency === currency);
  return (
    <Figure
      name={words.refunds}
      value={formatNumber(summary.refunded, language)}
      raw={String(summary.refunded)}
      href={href}
      hint={
        returned === undefined
          ? undefined
          : words.refundsHint(formatMoney(returned.amount, language))
      }
    />
  );
}

type FigureProps = {
  readonly name: string;
  readonly value: string;
  /** The value as the interface returns it. */
  readonly raw: string;
  readonly href: string;
  readonly hint?: string | undefined;
  readonly change?: ComponentChildren;
};

function Figure({ name, value, raw, href, hint, change }: FigureProps) {
  return (
    <div class="card">
      <dt>{name}</dt>
      <dd>
        <a href={href}>
          <data value={raw}>{value}</data>
        </a>
      </dd>
      {change !== undefined && <dd class="hint">{change}</dd>}
      {hint !== undefined && <dd class="hint">{hint}</dd>}
    </div>
  );
}

type ChangeProps = {
  /** The value of the period and that of the period before. */
  readonly values: readonly number[];
};

const SIGNED = { maximumFractionDigits: 1, signDisplay: "exceptZero" } as const;

/** The growth against the period before; the sign says it, and the colour is only an addition. */
function Change({ values }: ChangeProps) {
  const { language } = useMerchant();
  const words = useWords(overviewWords);
  const [now = 0, before = 0] = values;
  if (before === 0) return <>{words.noBefore}</>;
  const growth = (now - before) / before;
  const text = formatNumber(growth, language, { style: "percent", ...SIGNED });
  return (
    <>
      <strong class={toneOf(growth)}>{text}</strong> {words.againstBefore}
    </>
  );
}

type RateProps = Pick<FiguresProps, "summary" | "before">;

function RateChange({ summary, before }: RateProps) {
  const { language } = useMerchant();
  const words = useWords(overviewWords);
  if (before.successful + before.failed === 0) return <>{words.noBefore}</>;
  const points = summary.approvalRate - before.approvalRate;
  const text = words.points(formatNumber(points, language, SIGNED));
  return (
    <>
      <strong class={toneOf(points)}>{text}</strong> {words.againstBefore}
    </>
  );
}

function toneOf(change: number): string | undefined {
  if (change === 0) return undefined;
  return change > 0 ? "up" : "down";
}
