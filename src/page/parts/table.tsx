import type { ComponentChildren } from "preact";
import { fitOf } from "./fit-of.ts";

type ColumnHead = {
  readonly head: string;
  /** True if only screen readers get the heading. */
  readonly isHidden?: boolean;
  /** True if the heading and the cells stand to the right, as numbers do. */
  readonly isNumber?: boolean;
};

/** A column of a table with one `Row` of data for each row. */
export type Column<Row> = ColumnHead & {
  readonly cell: (row: Row) => ComponentChildren;
  /** True if the cells are the headings of their rows. */
  readonly isRowHead?: boolean;
  /** The CSS class of the heading and the cells. */
  readonly cellClass?: string;
  readonly cellTitle?: (row: Row) => string | undefined;
  /** The number of columns of a row's cell if it is not 1; the next cells are then left out. */
  readonly span?: (row: Row) => number | undefined;
};

type TableProps<Row> = {
  /** The name of the scrolling region. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** True if the link in a row's heading covers the row, and on phones the card. */
  readonly isLinked?: boolean;
  /** A further CSS class of the table. */
  readonly class?: string;
};

/**
 * A table; on a screen below 700 px each row is a card whose cells carry their headings. The roles
 * repeat those of the elements, which browsers drop when a style lays the elements out as blocks.
 */
export function Table<Row>({ label, columns, rows, isLinked = false, ...rest }: TableProps<Row>) {
  const kind = ["table", isLinked && "linked", rest.class].filter(Boolean).join(" ");
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class={kind} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, isHidden, isNumber, cellClass }) => (
              <th
                scope="col"
                role="columnheader"
                class={cellClass ?? (isNumber === true ? "number" : undefined)}
              >
                {isHidden === true ? <span class="unseen">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row">{cellsOf(columns, row)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): ComponentChildren[] {
  const cells: ComponentChildren[] = [];
  for (let at = 0; at < columns.length;) {
    const column = columns[at];
    if (column === undefined) break;
    const span = column.span?.(row) ?? 1;
    cells.push(<Cell column={column} row={row} span={span} />);
    at += span;
  }
  return cells;
}

type CellProps<Row> = {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly span: number;
};

function Cell<Row>({ column, row, span }: CellProps<Row>) {
  const { cell, cellClass, cellTitle, isRowHead, isNumber, isHidden, head } = column;
  const content = cell(row);
  const kinds = [cellClass ?? (isNumber === true && "number"), fitOf(content)].filter(Boolean);
  const attributes = {
    class: kinds.length === 0 ? undefined : kinds.join(" "),
    colSpan: span === 1 ? undefined : span,
    title: cellTitle?.(row),
  };
  if (isRowHead === true) {
    return (
      <th scope="row" role="rowheader" {...attributes}>
        {content}
      </th>
    );
  }
  return (
    <td role="cell" data-label={isHidden === true ? undefined : head} {...attributes}>
      {content}
    </td>
  );
}
