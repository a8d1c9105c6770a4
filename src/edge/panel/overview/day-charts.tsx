import type { DaySummary } from "../../../report/overview.ts";
import { formatMoney } from "../../page/format.ts";
import type { MerchantContext } from "../kit/context.ts";
import { BarChart, LineChart, type Point } from "../parts/charts.tsx";
import { formatNumber, formatPercent } from "../parts/numbers.ts";
import { formatDay } from "../parts/when.tsx";
import { shell } from "../words/shell.ts";
import { overviewWords } from "./words.ts";

type Props = { readonly context: MerchantContext; readonly days: readonly DaySummary[] };

/** Volume and approval rate by day, as charts and as one table. */
export function DayCharts({ context, days }: Props) {
  const { language } = context;
  const words = overviewWords[language];
  const volumes = days.map(({ day, summary }) => ({
    label: formatDay(day, language),
    value: Number(summary.totalAmount.minor),
    text: formatMoney(summary.totalAmount, language),
  }));
  const rates = days.map(({ day, summary }): Point | undefined => {
    if (summary.successful + summary.failed === 0) return undefined;
    const value = summary.approvalRate;
    return { label: formatDay(day, language), value, text: formatPercent(value, language) };
  });
  const highest = volumes.reduce((most, point) => (point.value > most.value ? point : most), {
    label: "",
    value: 0,
    text: "",
  });
  return (
    <section class="card">
      <div class="columns">
        <figure>
          <figcaption>{words.perDay}</figcaption>
          <BarChart
            title={words.perDay}
            points={volumes}
            mostText={highest.text === "" ? "" : words.highest(highest.text)}
          />
        </figure>
        <figure>
          <figcaption>{words.ratePerDay}</figcaption>
          <LineChart
            title={words.ratePerDay}
            points={rates}
            labels={[volumes[0]?.label ?? "", volumes.at(-1)?.label ?? ""]}
            mostText={formatPercent(100, language)}
          />
        </figure>
      </div>
      <details class="more">
        <summary>{shell[language].asTable}</summary>
        <DayTable context={context} days={days} />
      </details>
    </section>
  );
}

function DayTable({ context, days }: Props) {
  const { language } = context;
  const words = overviewWords[language];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.perDay}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col" class="number">
              {words.amount}
            </th>
            <th scope="col" class="number">
              {words.count}
            </th>
            <th scope="col" class="number">
              {words.rate}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, summary }) => (
            <tr>
              <th scope="row">{day}</th>
              <td class="number">{formatMoney(summary.totalAmount, language)}</td>
              <td class="number">{formatNumber(summary.totalTransactions, language)}</td>
              <td class="number">{formatPercent(summary.approvalRate, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
