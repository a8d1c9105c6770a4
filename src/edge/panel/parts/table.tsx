import type { ComponentChildren } from "preact";

type TableProps = {
  /** Names the region that scrolls. */
  readonly label: string;
  /** Headings; one that begins with a dash is read, and not seen. */
  readonly columns: readonly string[];
  /** Those of them that hold numbers, which stand to the right. */
  readonly numbers?: readonly string[];
  readonly children: ComponentChildren;
};

/** A table that scrolls by itself where it is wider than the page. */
export function Table({ label, columns, numbers = [], children }: TableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={numbers.includes(column) ? "number" : undefined}>
                {column.startsWith("-") ? <span class="unseen">{column.slice(1)}</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
