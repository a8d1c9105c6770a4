import { CURRENCIES } from "../../kernel/currency.ts";
import type { Day } from "../../kernel/day.ts";
import type { DaySummary } from "../../domain/report/overview.ts";
import { formatMoney } from "../../page/format.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { DayChart, roundTop, type Point } from "../../page/parts/charts.tsx";
import { formatNumber, formatPercent } from "../../page/parts/numbers.ts";
import { Table, type Column } from "../../page/parts/table.tsx";
import { formatDay, formatShortDay, isWeekend } from "../../page/parts/when.tsx";
import { shell } from "../words/shell.ts";
import { listLink } from "./list-link.ts";
import { overviewWords } from "./words.ts";

type Props = { readonly days: readonly DaySummary[] };

/** Volume and approval rate by day, as charts and as one table. */
export function DayCharts({ days }: Props) {
  const { language } = useMerchant();
  const words = useWords(overviewWords);
  return (
    <section class="card">
      <div class="columns">
        <figure>
          <figcaption>{words.perDay}</figcaption>
          <VolumeChart days={days} />
        </figure>
        <figure>
          <figcaption>{words.ratePerDay}</figcaption>
          <RateChart days={days} />
        </figure>
      </div>
      <details class="more">
        <summary>{shell[language].asTable}</summary>
        <DayTable days={days} />
      </details>
    </section>
  );
}

function VolumeChart({ days }: Props) {
  const context = useMerchant();
  const currency = days[0]?.summary.totalAmount.currency ?? "TRY";
  const units = 10 ** CURRENCIES[currency].exponent;
  const points = days.map(({ day, summary }) => ({
    ...pointOf(context, day),
    value: Number(summary.totalAmount.minor) / units,
    text: formatMoney(summary.totalAmount, context.language),
  }));
  const top = roundTop(Math.max(...points.map(({ value }) => value)));
  const short = { style: "currency", currency, notation: "compact" } as const;
  const places = { minimumFractionDigits: 0, maximumFractionDigits: 1 } as const;
  const scale = [top, top / 2, 0].map((value) =>
    formatNumber(value, context.language, { ...short, ...places }),
  );
  return <DayChart kind="bars" points={points} top={top} scale={scale} />;
}

function RateChart({ days }: Props) {
  const context = useMerchant();
  const { language } = context;
  const points = days.map(({ day, summary }): Point => {
    const isEmpty = summary.successful + summary.failed === 0;
    return {
      ...pointOf(context, day),
      href: listLink(context, { start: day, end: day }, { status: "failed" }),
      value: isEmpty ? undefined : summary.approvalRate,
      text: isEmpty ? shell[language].nothing : formatPercent(summary.approvalRate, language),
    };
  });
  const scale = [100, 50, 0].map((value) => formatPercent(value, language));
  return <DayChart kind="line" points={points} top={100} scale={scale} />;
}

function pointOf(context: MerchantContext, day: Day) {
  return {
    label: formatShortDay(day, context.language),
    href: listLink(context, { start: day, end: day }),
    isWeekend: isWeekend(day),
  };
}

function DayTable({ days }: Props) {
  const context = useMerchant();
  const { language } = context;
  const words = useWords(overviewWords);
  const columns: readonly Column<DaySummary>[] = [
    {
      head: words.day,
      isRowHead: true,
      cell: ({ day }) => (
        <a href={listLink(context, { start: day, end: day })}>
          <time dateTime={day}>{formatDay(day, language)}</time>
        </a>
      ),
    },
    {
      head: words.amount,
      isNumber: true,
      cell: ({ summary }) => formatMoney(summary.totalAmount, language),
    },
    {
      head: words.count,
      isNumber: true,
      cell: ({ summary }) => formatNumber(summary.totalTransactions, language),
    },
    {
      head: words.rate,
      isNumber: true,
      cell: ({ summary }) =>
        summary.successful + summary.failed === 0
          ? shell[language].nothing
          : formatPercent(summary.approvalRate, language),
    },
  ];
  return <Table label={words.perDay} columns={columns} rows={days.toReversed()} isLinked />;
}
