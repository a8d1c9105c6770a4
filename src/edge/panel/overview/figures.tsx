import type { RefundShare } from "../../../report/overview.ts";
import type { Summary } from "../../../report/summary.ts";
import { formatMoney } from "../../page/format.ts";
import type { MerchantContext } from "../kit/context.ts";
import { formatNumber, formatPercent } from "../parts/numbers.ts";
import { overviewWords } from "./words.ts";

type FiguresProps = {
  readonly context: MerchantContext;
  readonly summary: Summary;
  readonly refunds: readonly RefundShare[];
};

/** The figures of `GET /api/v1/payment/summary`, exact to the minor unit. */
export function Figures({ context, summary, refunds }: FiguresProps) {
  const { language } = context;
  const words = overviewWords[language];
  const count = (value: number): string => formatNumber(value, language);
  const { totalAmount, successful, failed } = summary;
  const returned = refunds.find(({ amount }) => amount.currency === totalAmount.currency);
  return (
    <dl class="figures" aria-label={words.figures}>
      <Figure
        name={words.volume}
        value={formatMoney(totalAmount, language)}
        raw={String(totalAmount.minor)}
      />
      <Figure
        name={words.payments}
        value={count(summary.totalTransactions)}
        raw={String(summary.totalTransactions)}
      />
      <Figure
        name={words.approval}
        value={formatPercent(summary.approvalRate, language)}
        raw={String(summary.approvalRate)}
        hint={words.approvalHint(count(successful), count(failed))}
      />
      <Figure
        name={words.refunds}
        value={count(summary.refunded)}
        raw={String(summary.refunded)}
        hint={
          returned === undefined
            ? undefined
            : words.refundsHint(formatMoney(returned.amount, language))
        }
      />
    </dl>
  );
}

type FigureProps = {
  readonly name: string;
  readonly value: string;
  /** The value as the interface returns it. */
  readonly raw: string;
  readonly hint?: string | undefined;
};

function Figure({ name, value, raw, hint }: FigureProps) {
  return (
    <div class="card">
      <dt>{name}</dt>
      <dd>
        <data value={raw}>{value}</data>
      </dd>
      {hint !== undefined && <dd class="hint">{hint}</dd>}
    </div>
  );
}
