import type { MerchantContext } from "../kit/context.ts";
import type { Validity } from "../../kernel/validity.ts";
import type { Column } from "../../page/parts/table.tsx";
import { formatDay } from "../../page/parts/when.tsx";
import { firstDay } from "./edited-table.ts";
import { editWords } from "./edit-words.ts";
import { tableWords } from "./words.ts";

type DatedTable<Row> = {
  readonly context: MerchantContext;
  /** The address of the form that changes a row; absent if the rows are only shown. */
  readonly editPath: ((row: Row) => string) | undefined;
  /** The name of a row, which tells its link from the others. */
  readonly nameOf: (row: Row) => string;
};

/** The days of a row, and the link that changes it unless its last day has passed. */
export function dayColumns<Row extends Validity>({
  context,
  editPath,
  nameOf,
}: DatedTable<Row>): readonly Column<Row>[] {
  const { language } = context;
  const words = tableWords[language];
  const { change } = editWords[language];
  const today = firstDay(context);
  const days: readonly Column<Row>[] = [
    { head: words.from, cell: ({ validFrom }) => formatDay(validFrom, language) },
    {
      head: words.to,
      cell: ({ validTo }) => (validTo === undefined ? "–" : formatDay(validTo, language)),
    },
  ];
  if (editPath === undefined) return days;
  return [
    ...days,
    {
      head: change,
      isHidden: true,
      cellClass: "end",
      cell: (row) =>
        (row.validTo === undefined || row.validTo >= today) && (
          <a href={editPath(row)} aria-label={`${change}: ${nameOf(row)}`}>
            {change}
          </a>
        ),
    },
  ];
}
