import type { ComponentChildren } from "preact";
import { useAccount, useWords } from "../kit/context.ts";
import { FileField } from "../parts/file-field.tsx";
import { Card } from "../../page/parts/card.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { FileColumns } from "./file-columns.tsx";
import type { SampleName } from "../../file/import/sample-files.ts";
import { tableWords } from "./words.ts";

type Props = {
  readonly action: string;
  readonly title: string;
  readonly hint: string;
  /** The field's name, which is also that of the sample file. */
  readonly name: SampleName;
  /** Further fields of the form. */
  readonly children?: ComponentChildren;
};

/** A form with a file that replaces a table. */
export function TableUpload(props: Props) {
  return (
    <Card title={props.title}>
      <UploadForm {...props} />
    </Card>
  );
}

/** The upload form, folded below the table that it replaces; open if its file was refused. */
export function FoldedUpload({ isOpen, ...props }: Props & { readonly isOpen: boolean }) {
  const isRefused = useAccount().request.largeFiles[props.name] !== undefined;
  return (
    <details class="card more" open={isOpen || isRefused}>
      <summary>{props.title}</summary>
      <UploadForm {...props} />
    </details>
  );
}

function UploadForm({ action, title, hint, name, children }: Props) {
  const words = useWords(tableWords);
  return (
    <Form action={action} class="narrow" hasFile>
      {children}
      <FileField name={name} label={words.file} hint={hint} accept=".csv,text/csv" isRequired />
      <FileColumns name={name} title={title} />
      <Button kind="plain">{words.upload}</Button>
    </Form>
  );
}
