import { useOpen, useWords } from "../kit/context.ts";
import { FieldFrame, fieldMarks } from "../../page/parts/field-frame.tsx";
import { largeFileError } from "./large-file-error.ts";
import { shell } from "../words/shell.ts";

type FileFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** The endings and types that the browser's file dialog offers first. */
  readonly accept: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
};

/**
 * A field for a file; its form needs `hasFile`. A script writes the field's own texts in the
 * language of the panel, because browsers write them in theirs. The field shows the error of a file
 * that was too large. It is the last field of its form, because fields after a file that is too
 * large are not read.
 */
export function FileField(props: FileFieldProps) {
  const { request, language } = useOpen();
  const { name, label, hint, accept, isRequired = false } = props;
  const words = useWords(shell);
  const large = request.largeFiles[name];
  const sizeError = large === undefined ? "" : largeFileError(label, large, language);
  const error = sizeError === "" ? (props.error ?? "") : sizeError;
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <span class="file" data-choose={words.chooseFile} data-none={words.noFile}>
        <input
          type="file"
          id={name}
          name={name}
          accept={accept}
          required={isRequired}
          autofocus={error !== ""}
          {...fieldMarks({ name, hint, error })}
        />
      </span>
    </FieldFrame>
  );
}
