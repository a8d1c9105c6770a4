import { FieldFrame, fieldMarks } from "./field-frame.tsx";

type TextAreaProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  /** The most characters; absent: 8192. */
  readonly most?: number;
  /** The lines that are shown; absent: 4. */
  readonly rows?: number;
  readonly error?: string | undefined;
};

/** A field of several lines, with its hint and error. */
export function TextArea(props: TextAreaProps) {
  const { name, label, value, hint, most = 8_192, rows = 4, error = "" } = props;
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <textarea
        id={name}
        name={name}
        rows={rows}
        maxLength={most}
        spellcheck={false}
        autocapitalize="off"
        {...fieldMarks({ name, hint, error })}
      >
        {value}
      </textarea>
    </FieldFrame>
  );
}
