import type { CategoryLimit, CommissionRate } from "../../domain/installment/commission.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { isToBeChecked } from "../../domain/law/dated-rule.ts";
import { rulesFor, type GoodsKind } from "../../domain/law/installment-law.ts";
import { dayInTurkey } from "../../kernel/calendar-day.ts";
import { lawWords } from "../../page/law-words.ts";
import { formatRate } from "../../page/parts/numbers.ts";
import { Table, type Column } from "../../page/parts/table.tsx";
import { dayColumns } from "./row-columns.tsx";
import { editWords } from "./edit-words.ts";
import { tableWords } from "./words.ts";

type RateProps = {
  readonly rates: readonly CommissionRate[];
  /** The name of the table, if it is not the one in force. */
  readonly label?: string;
  /** The address of the form that changes a rate; absent if the rates are only shown. */
  readonly editPath?: ((rate: CommissionRate) => string) | undefined;
};

export function RateTable({ rates, label, editPath }: RateProps) {
  const context = useMerchant();
  const { language } = context;
  const words = useWords(tableWords);
  const { categories } = useWords(editWords);
  const withCategory = rates.some(({ category }) => category !== undefined);
  const ofCategory: Column<CommissionRate> = {
    head: editWords[language].cardCategory,
    cell: ({ category }) =>
      category === undefined ? editWords[language].everyCard : categories[category],
  };
  const columns: readonly Column<CommissionRate>[] = [
    { head: words.program, isRowHead: true, cell: ({ program }) => program ?? "–" },
    { head: words.cardBank, cell: ({ cardBank }) => words.cardBanks[cardBank] },
    ...(withCategory ? [ofCategory] : []),
    { head: words.count, isNumber: true, cell: ({ count }) => count },
    {
      head: words.rate,
      isNumber: true,
      cell: ({ rateBasisPoints }) => formatRate(rateBasisPoints, language),
    },
    { head: words.bearer, cell: ({ bearer }) => words.bearers[bearer] },
    ...dayColumns({
      context,
      editPath,
      nameOf: ({ program, count }) => `${program ?? "–"} ${count}`,
    }),
  ];
  return <Table label={label ?? words.rates} columns={columns} rows={rates} />;
}

/** A kind of goods with the limits that the law sets for it today. */
function Goods({ kind }: { readonly kind: GoodsKind }) {
  const { kit, scope } = useMerchant();
  const words = useWords(lawWords);
  const today = dayInTurkey(kit.clocks.now(scope));
  const rules = rulesFor(kind, today);
  const counts = [...new Set(rules.map(({ countMax }) => countMax))];
  return (
    <>
      {words.goods[kind]}
      <small class="below">{counts.map(words.lawful).join(" / ")}</small>
      {rules.some((rule) => isToBeChecked(rule, today)) && (
        <span class="badge warn" title={words.notApplied}>
          {words.toBeChecked}
        </span>
      )}
    </>
  );
}

type LimitProps = {
  readonly limits: readonly CategoryLimit[];
  readonly label?: string;
  readonly editPath?: ((limit: CategoryLimit) => string) | undefined;
};

export function LimitTable({ limits, label, editPath }: LimitProps) {
  const context = useMerchant();
  const words = useWords(tableWords);
  const ofGoods: Column<CategoryLimit> = {
    head: words.goods,
    cell: ({ kind }) => kind !== undefined && <Goods kind={kind} />,
  };
  const columns: readonly Column<CategoryLimit>[] = [
    { head: words.category, isRowHead: true, cell: ({ category }) => category },
    ...(limits.some(({ kind }) => kind !== undefined) ? [ofGoods] : []),
    { head: words.countMax, isNumber: true, cell: ({ countMax }) => countMax ?? "–" },
    ...dayColumns({ context, editPath, nameOf: ({ category }) => String(category) }),
  ];
  return <Table label={label ?? words.limits} columns={columns} rows={limits} />;
}
