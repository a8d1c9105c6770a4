import type { ComponentChildren } from "preact";

type Head = {
  readonly head: string;
  /** True if only screen readers get the heading. */
  readonly isHidden?: boolean;
  /** True if the heading and the cells stand to the right, as numbers do. */
  readonly isNumber?: boolean;
};

/** A column of a table with one `Row` of data for each row. */
export type Column<Row> = Head & {
  readonly cell: (row: Row) => ComponentChildren;
  /** True if the cells are the headings of their rows. */
  readonly isRowHead?: boolean;
  /** The CSS class of the cells; the heading does not get it. */
  readonly cellClass?: string;
  readonly cellTitle?: (row: Row) => string | undefined;
};

type TableProps<Row> = {
  /** The name of the scrolling region. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
};

export function Table<Row>({ label, columns, rows }: TableProps<Row>) {
  return (
    <TableFrame label={label} heads={columns}>
      {rows.map((row) => (
        <tr>
          {columns.map((column) => (
            <Cell column={column} row={row} />
          ))}
        </tr>
      ))}
    </TableFrame>
  );
}

type CellProps<Row> = { readonly column: Column<Row>; readonly row: Row };

function Cell<Row>({ column, row }: CellProps<Row>) {
  const { cell, cellClass, cellTitle, isRowHead, isNumber } = column;
  const style = cellClass ?? (isNumber === true ? "number" : undefined);
  if (isRowHead === true) {
    return (
      <th scope="row" class={style}>
        {cell(row)}
      </th>
    );
  }
  return (
    <td class={style} title={cellTitle?.(row)}>
      {cell(row)}
    </td>
  );
}

type TableFrameProps = {
  readonly label: string;
  readonly heads: readonly Head[];
  readonly children: ComponentChildren;
};

/** A table that scrolls by itself if it is wider than the page; `children` are its rows. */
export function TableFrame({ label, heads, children }: TableFrameProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map(({ head, isHidden, isNumber }) => (
              <th scope="col" class={isNumber === true ? "number" : undefined}>
                {isHidden === true ? <span class="unseen">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
