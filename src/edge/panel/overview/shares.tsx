import type { ComponentChildren } from "preact";
import type { BankShare, DeclineShare } from "../../../report/overview.ts";
import type { Summary } from "../../../report/summary.ts";
import { formatMoney } from "../../page/format.ts";
import type { MerchantContext } from "../kit/context.ts";
import { ShareBar } from "../parts/charts.tsx";
import { formatNumber, formatPercent } from "../parts/numbers.ts";
import { paymentWords } from "../words/payment.ts";
import { overviewWords } from "./words.ts";

type TypesProps = { readonly context: MerchantContext; readonly summary: Summary };

export function Types({ context, summary }: TypesProps) {
  const { language } = context;
  const words = overviewWords[language];
  return (
    <ShareTable title={words.byType} heads={[words.type, words.count, words.amount, ""]}>
      {[...summary.breakdown].map(([type, { count, amount }]) => (
        <tr>
          <th scope="row">{paymentWords[language].types[type]}</th>
          <td class="number">{formatNumber(count, language)}</td>
          <td class="number">{formatMoney(amount, language)}</td>
          <td class="bar-cell">
            <ShareBar percent={(100 * count) / summary.totalTransactions} />
          </td>
        </tr>
      ))}
    </ShareTable>
  );
}

type BanksProps = { readonly context: MerchantContext; readonly banks: readonly BankShare[] };

/** The approval rate by bank, which reveals a bank that has trouble. */
export function Banks({ context, banks }: BanksProps) {
  const { language } = context;
  const words = overviewWords[language];
  if (banks.length === 0) return null;
  return (
    <ShareTable title={words.byBank} heads={[words.bank, words.count, words.rate, ""]}>
      {banks.map(({ bank, successful, failed }) => {
        const rate = (100 * successful) / (successful + failed);
        return (
          <tr>
            <th scope="row">{bank ?? words.unknownBank}</th>
            <td class="number">{formatNumber(successful + failed, language)}</td>
            <td class="number">{formatPercent(rate, language)}</td>
            <td class="bar-cell">
              <ShareBar percent={rate} />
            </td>
          </tr>
        );
      })}
    </ShareTable>
  );
}

type DeclinesProps = {
  readonly context: MerchantContext;
  readonly declines: readonly DeclineShare[];
};

export function Declines({ context, declines }: DeclinesProps) {
  const { language } = context;
  const words = overviewWords[language];
  if (declines.length === 0) return null;
  const all = declines.reduce((sum, { count }) => sum + count, 0);
  return (
    <ShareTable title={words.declines} heads={[words.reason, words.bankCode, words.count, ""]}>
      {declines.map(({ reason, bankCode, count }) => (
        <tr>
          <th scope="row">{paymentWords[language].declines[reason]}</th>
          <td class="number">{bankCode ?? ""}</td>
          <td class="number">{formatNumber(count, language)}</td>
          <td class="bar-cell">
            <ShareBar percent={(100 * count) / all} />
          </td>
        </tr>
      ))}
    </ShareTable>
  );
}

type ShareTableProps = {
  readonly title: string;
  /** The first heading names the rows, the last one stands above the bars. */
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
};

function ShareTable({ title, heads, children }: ShareTableProps) {
  const [first, ...others] = heads;
  return (
    <section class="card">
      <h2>{title}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {others.map((head) =>
                head === "" ? (
                  <td />
                ) : (
                  <th scope="col" class="number">
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  );
}
