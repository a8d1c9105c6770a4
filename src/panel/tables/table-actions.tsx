import type { ComponentChildren } from "preact";
import type { Validity } from "../../kernel/validity.ts";
import { may } from "../../domain/merchant/permission.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { editPath } from "./edit-page.tsx";
import { editWords } from "./edit-words.ts";
import type { EditedTable } from "./edited-table.ts";

type Props<Row extends Validity> = {
  readonly table: EditedTable<Row>;
  /** Further actions on the table. */
  readonly children?: ComponentChildren;
};

/** The links above a table: the form for a new row, the history, and the table as a file. */
export function TableActions<Row extends Validity>({ table, children }: Props<Row>) {
  const context = useMerchant();
  const { language, signedIn } = context;
  const words = useWords(editWords);
  const title = table.title(language);
  const link = (label: string, path: string) => (
    <a class="button plain" href={path} aria-label={`${title}: ${label}`}>
      {label}
    </a>
  );
  return (
    <div class="buttons">
      {may(signedIn.user, table.change) && link(words.add[table.name], editPath(context, table))}
      {link(words.history, context.to(`${table.path}/history`))}
      {link(words.download, context.to(`${table.path}/csv`))}
      {children}
    </div>
  );
}
