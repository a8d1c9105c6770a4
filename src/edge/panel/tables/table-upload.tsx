import type { AccountContext } from "../kit/context.ts";
import { FileField } from "../parts/file-field.tsx";
import { Button, Form } from "../parts/form.tsx";
import { tableWords } from "./words.ts";

type Props = {
  readonly context: AccountContext;
  readonly action: string;
  readonly title: string;
  readonly hint: string;
  /** The field's name; the page has two forms, so each has its own. */
  readonly name: string;
};

/** A form with a file that replaces a table. */
export function TableUpload({ context, action, title, hint, name }: Props) {
  const words = tableWords[context.language];
  return (
    <section class="card">
      <h2>{title}</h2>
      <Form context={context} action={action} class="narrow" hasFile>
        <FileField
          context={context}
          name={name}
          label={words.file}
          hint={hint}
          accept=".csv,text/csv"
          isRequired
        />
        <Button kind="plain">{words.upload}</Button>
      </Form>
    </section>
  );
}
