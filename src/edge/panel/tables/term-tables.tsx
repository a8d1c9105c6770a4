import type { CategoryLimit, CommissionRate } from "../../../installment/commission.ts";
import type { MerchantContext } from "../kit/context.ts";
import { formatRate } from "../parts/numbers.ts";
import { Table, type Column } from "../parts/table.tsx";
import { tableWords } from "./words.ts";

type RateProps = {
  readonly context: MerchantContext;
  readonly rates: readonly CommissionRate[];
};

export function RateTable({ context, rates }: RateProps) {
  const { language, scope } = context;
  const words = tableWords[language];
  if (rates.length === 0) return <p class="empty">{words.noRates[scope.mode]}</p>;
  const columns: readonly Column<CommissionRate>[] = [
    { head: words.program, isRowHead: true, cell: ({ program }) => program ?? "–" },
    { head: words.cardBank, cell: ({ cardBank }) => words.cardBanks[cardBank] },
    { head: words.count, cell: ({ count }) => count },
    { head: words.rate, cell: ({ rateBasisPoints }) => formatRate(rateBasisPoints, language) },
    { head: words.bearer, cell: ({ bearer }) => words.bearers[bearer] },
    { head: words.from, cell: ({ validFrom }) => validFrom },
    { head: words.to, cell: ({ validTo }) => validTo ?? "–" },
  ];
  return <Table label={words.rates} columns={columns} rows={rates} />;
}

type LimitProps = {
  readonly context: MerchantContext;
  readonly limits: readonly CategoryLimit[];
};

export function LimitTable({ context, limits }: LimitProps) {
  const words = tableWords[context.language];
  if (limits.length === 0) return <p class="empty">{words.noLimits}</p>;
  const columns: readonly Column<CategoryLimit>[] = [
    { head: words.category, isRowHead: true, cell: ({ category }) => category },
    { head: words.countMax, cell: ({ countMax }) => countMax },
    { head: words.from, cell: ({ validFrom }) => validFrom },
    { head: words.to, cell: ({ validTo }) => validTo ?? "–" },
  ];
  return <Table label={words.limits} columns={columns} rows={limits} />;
}
