import type { CategoryLimit, CommissionRate } from "../../../installment/commission.ts";
import type { MerchantContext } from "../context.ts";
import { formatRate } from "../parts/numbers.ts";
import { Table } from "../parts/table.tsx";
import { tableWords } from "./words.ts";

type RateProps = {
  readonly context: MerchantContext;
  readonly rates: readonly CommissionRate[];
};

export function RateTable({ context, rates }: RateProps) {
  const { language, scope } = context;
  const words = tableWords[language];
  if (rates.length === 0) return <p class="empty">{words.noRates[scope.mode]}</p>;
  const columns = [
    words.program,
    words.cardBank,
    words.count,
    words.rate,
    words.bearer,
    words.from,
    words.to,
  ];
  return (
    <Table label={words.rates} columns={columns}>
      {rates.map((rate) => (
        <tr>
          <th scope="row">{rate.program ?? "–"}</th>
          <td>{words.cardBanks[rate.cardBank]}</td>
          <td>{rate.count}</td>
          <td>{formatRate(rate.rateBasisPoints, language)}</td>
          <td>{words.bearers[rate.bearer]}</td>
          <td>{rate.validFrom}</td>
          <td>{rate.validTo ?? "–"}</td>
        </tr>
      ))}
    </Table>
  );
}

type LimitProps = {
  readonly context: MerchantContext;
  readonly limits: readonly CategoryLimit[];
};

export function LimitTable({ context, limits }: LimitProps) {
  const words = tableWords[context.language];
  if (limits.length === 0) return <p class="empty">{words.noLimits}</p>;
  const columns = [words.category, words.countMax, words.from, words.to];
  return (
    <Table label={words.limits} columns={columns}>
      {limits.map((limit) => (
        <tr>
          <th scope="row">{limit.category}</th>
          <td>{limit.countMax}</td>
          <td>{limit.validFrom}</td>
          <td>{limit.validTo ?? "–"}</td>
        </tr>
      ))}
    </Table>
  );
}
