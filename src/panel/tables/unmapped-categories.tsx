import type { CategoryLimit } from "../../domain/installment/commission.ts";
import type { UsedCategory } from "../../domain/report/ports.ts";
import { dayInTurkey } from "../../kernel/calendar-day.ts";
import { isInForce } from "../../kernel/validity.ts";
import { lawWords } from "../../page/law-words.ts";
import { Card } from "../../page/parts/card.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { useMerchant, useWords } from "../kit/context.ts";
import { tableWords } from "./words.ts";

type Props = {
  readonly used: readonly UsedCategory[];
  readonly limits: readonly CategoryLimit[];
};

/** Categories of the last month's baskets without a kind of goods; empty without any. */
export function UnmappedCategories({ used, limits }: Props) {
  const { kit, scope } = useMerchant();
  const words = useWords(tableWords);
  const { unmappedUsed, unmappedHint } = useWords(lawWords);
  const today = dayInTurkey(kit.clocks.now(scope));
  const mapped = new Set(
    limits
      .filter((limit) => limit.kind !== undefined && isInForce(limit, today))
      .map(({ category }) => category),
  );
  const rows = used.filter(({ category }) => !mapped.has(category));
  if (rows.length === 0) return null;
  const columns: readonly Column<UsedCategory>[] = [
    { head: words.category, isRowHead: true, cell: ({ category }) => category },
    { head: words.sessions, isNumber: true, cell: ({ sessions }) => sessions },
  ];
  return (
    <Card title={unmappedUsed}>
      <p class="hint">{unmappedHint}</p>
      <Table label={unmappedUsed} columns={columns} rows={rows} />
    </Card>
  );
}
