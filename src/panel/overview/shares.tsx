import type { PaymentType } from "../../domain/payment/payment.ts";
import type { BankShare, DeclineShare } from "../../domain/report/overview.ts";
import type { Summary, TypeShare } from "../../domain/report/summary.ts";
import { formatMoney } from "../../page/format.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { ShareBar } from "../../page/parts/charts.tsx";
import { formatNumber, formatPercent } from "../../page/parts/numbers.ts";
import { Table, type Column } from "../../page/parts/table.tsx";
import { paymentWords } from "../words/payment.ts";
import { listLink } from "./list-link.ts";
import type { OverviewPeriod } from "./read-period.ts";
import { overviewWords } from "./words.ts";

type ShareProps = { readonly period: OverviewPeriod };

type ShareTableProps<Row> = {
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
};

/** The rows of a table are links to the payments behind them. */
function ShareTable<Row>({ title, columns, rows }: ShareTableProps<Row>) {
  return (
    <Card title={title}>
      <Table label={title} columns={columns} rows={rows} class="shares-of" isLinked />
    </Card>
  );
}

export function Types({ period, summary }: ShareProps & { readonly summary: Summary }) {
  const context = useMerchant();
  const { language } = context;
  const words = useWords(overviewWords);
  const rows = [...summary.breakdown].toSorted(([, one], [, other]) =>
    Number(other.amount.minor - one.amount.minor),
  );
  const all = rows.reduce((sum, [, { amount }]) => sum + Number(amount.minor), 0);
  const columns: readonly Column<readonly [PaymentType, TypeShare]>[] = [
    {
      head: words.type,
      isRowHead: true,
      cell: ([type]) => (
        <a href={listLink(context, period, { payment_type: type })}>
          {paymentWords[language].types[type]}
        </a>
      ),
    },
    { head: words.count, isNumber: true, cell: ([, { count }]) => formatNumber(count, language) },
    { head: words.amount, isNumber: true, cell: ([, { amount }]) => formatMoney(amount, language) },
    barColumn(words.share, ([, { amount }]) =>
      all === 0 ? 0 : (100 * Number(amount.minor)) / all,
    ),
  ];
  return <ShareTable title={words.byType} columns={columns} rows={rows} />;
}

type BanksProps = ShareProps & { readonly banks: readonly BankShare[] };

/** The approval rate by bank, which reveals a bank that has trouble. */
export function Banks({ period, banks }: BanksProps) {
  const context = useMerchant();
  const words = useWords(overviewWords);
  if (banks.length === 0) return null;
  const columns: readonly Column<BankShare>[] = [
    {
      head: words.bank,
      isRowHead: true,
      cell: ({ bank }) =>
        bank === undefined ? (
          words.unknownBank
        ) : (
          <a href={listLink(context, period, { bank })}>{bank}</a>
        ),
    },
    {
      head: words.count,
      isNumber: true,
      cell: ({ successful, failed }) => formatNumber(successful + failed, context.language),
    },
    {
      head: words.rate,
      isNumber: true,
      cell: (share) => formatPercent(rateOf(share), context.language),
    },
    barColumn(words.share, rateOf),
  ];
  return <ShareTable title={words.byBank} columns={columns} rows={banks} />;
}

function rateOf({ successful, failed }: BankShare): number {
  return (100 * successful) / (successful + failed);
}

type DeclinesProps = ShareProps & { readonly declines: readonly DeclineShare[] };

export function Declines({ period, declines }: DeclinesProps) {
  const context = useMerchant();
  const words = useWords(overviewWords);
  if (declines.length === 0) return null;
  const all = declines.reduce((sum, { count }) => sum + count, 0);
  const columns: readonly Column<DeclineShare>[] = [
    {
      head: words.reason,
      isRowHead: true,
      cell: ({ reason }) => (
        <a href={listLink(context, period, { reason })}>
          {paymentWords[context.language].declines[reason]}
        </a>
      ),
    },
    { head: words.bankCode, isNumber: true, cell: ({ bankCode }) => bankCode ?? "" },
    {
      head: words.count,
      isNumber: true,
      cell: ({ count }) => formatNumber(count, context.language),
    },
    barColumn(words.share, ({ count }) => (100 * count) / all),
  ];
  return <ShareTable title={words.declines} columns={columns} rows={declines} />;
}

function barColumn<Row>(head: string, percentOf: (row: Row) => number): Column<Row> {
  return {
    head,
    isHidden: true,
    cellClass: "bar-cell",
    cell: (row) => <ShareBar percent={percentOf(row)} />,
  };
}
