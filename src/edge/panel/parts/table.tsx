import type { ComponentChildren } from "preact";

export type Column = {
  readonly head: string;
  /** True if only screen readers get the heading. */
  readonly isHidden?: boolean;
  /** True if the heading stands to the right, above numbers. */
  readonly isNumber?: boolean;
};

type TableProps = {
  /** The name of the scrolling region. */
  readonly label: string;
  /** A text is a column with a visible heading to the left. */
  readonly columns: readonly (string | Column)[];
  readonly children: ComponentChildren;
};

/** A table that scrolls by itself if it is wider than the page. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>{columns.map((column) => headOf(column))}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function headOf(column: string | Column) {
  const { head, isHidden, isNumber }: Column =
    typeof column === "string" ? { head: column } : column;
  return (
    <th scope="col" class={isNumber === true ? "number" : undefined}>
      {isHidden === true ? <span class="unseen">{head}</span> : head}
    </th>
  );
}

/** Columns of numbers with these headings. */
export function numberColumns(...heads: readonly string[]): readonly Column[] {
  return heads.map((head) => ({ head, isNumber: true }));
}
