import type { DeclineChange } from "../../domain/report/overview.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { formatNumber } from "../../page/parts/numbers.ts";
import { Table, type Column } from "../../page/parts/table.tsx";
import { formatDay } from "../../page/parts/when.tsx";
import { paymentWords } from "../words/payment.ts";
import { shell } from "../words/shell.ts";
import { listLink } from "./list-link.ts";
import type { OverviewPeriod } from "./read-period.ts";
import { overviewWords } from "./words.ts";

type ChangesProps = { readonly period: OverviewPeriod; readonly changes: readonly DeclineChange[] };

/** Which declines became more: by bank and reason, with the worst day, largest increase first. */
export function Changes({ period, changes }: ChangesProps) {
  const context = useMerchant();
  const { language } = context;
  const words = useWords(overviewWords);
  const grown = changes.filter(({ now, before }) => now > before);
  if (grown.length === 0) return null;
  const count = (value: number): string => formatNumber(value, language);
  const sign = { signDisplay: "exceptZero" } as const;
  const columns: readonly Column<DeclineChange>[] = [
    {
      head: words.reason,
      isRowHead: true,
      cell: ({ reason, bank }) => (
        <a href={listLink(context, period, { reason, bank })}>
          {paymentWords[language].declines[reason]}
        </a>
      ),
    },
    { head: words.bank, cell: ({ bank }) => bank ?? words.unknownBank },
    {
      head: words.change,
      isNumber: true,
      cell: ({ now, before }) => <strong>{formatNumber(now - before, language, sign)}</strong>,
    },
    { head: words.inPeriod, isNumber: true, cell: ({ now }) => count(now) },
    { head: words.inBefore, isNumber: true, cell: ({ before }) => count(before) },
    {
      head: words.worstDay,
      cell: ({ worstDay, onWorstDay, reason, bank }) =>
        worstDay === undefined ? (
          shell[language].nothing
        ) : (
          <a href={listLink(context, { start: worstDay, end: worstDay }, { reason, bank })}>
            {formatDay(worstDay, language)} ({count(onWorstDay)})
          </a>
        ),
    },
  ];
  return (
    <Card title={words.whyFell}>
      <p class="hint">{words.whyFellHint}</p>
      <Table label={words.whyFell} columns={columns} rows={grown} isLinked />
    </Card>
  );
}
