import { FieldFrame, fieldMarks } from "./field-frame.tsx";

type FileFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** The endings and types that the browser's file dialog offers first. */
  readonly accept: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
};

/** A field for a file; its form needs `hasFile`. */
export function FileField(props: FileFieldProps) {
  const { name, label, hint, accept, error = "", isRequired = false } = props;
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <input
        type="file"
        id={name}
        name={name}
        accept={accept}
        required={isRequired}
        {...fieldMarks({ name, hint, error })}
      />
    </FieldFrame>
  );
}
