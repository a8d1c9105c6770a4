import { FieldFrame, fieldMarks } from "./field-frame.tsx";

type FileFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** Endings and types that the browser offers first. */
  readonly accept: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
};

/** A file to choose; its form has to say `hasFile`. */
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
