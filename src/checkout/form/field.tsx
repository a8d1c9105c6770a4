import type { ComponentChildren } from "preact";

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly error: string;
  /** True if only this field has an error; it then gets the focus instead of the error summary. */
  readonly isOnly: boolean;
  readonly autocomplete: string;
  readonly maxLength: number;
  readonly hint?: ComponentChildren;
  /** The label of the Enter key on a phone: to the next field, or the end of the form. */
  readonly enter: "next" | "done";
  readonly placeholder?: string;
  readonly value?: string;
  readonly isText?: boolean;
  readonly isRequired?: boolean;
  readonly aside?: preact.JSX.Element;
};

/** An input with its label, hint and error, linked by ids for screen readers. */
export function Field(props: FieldProps) {
  const { name, label, error, hint, aside, isText = false, isRequired = false } = props;
  const described = [hint === undefined ? undefined : `${name}-hint`, `${name}-error`];
  return (
    <div class="field">
      <div class="label">
        <label for={name}>{label}</label>
        {aside}
      </div>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={name}
        name={name}
        type="text"
        inputMode={isText ? "text" : "numeric"}
        dir={isText ? "auto" : "ltr"}
        autocomplete={props.autocomplete}
        autocapitalize={isText ? "words" : "off"}
        enterkeyhint={props.enter}
        spellcheck={false}
        maxLength={props.maxLength}
        placeholder={props.placeholder}
        value={props.value ?? ""}
        required={isRequired}
        aria-describedby={described.filter(Boolean).join(" ")}
        aria-invalid={error === "" ? undefined : "true"}
        autofocus={props.isOnly}
      />
      <p class="error" id={`${name}-error`} hidden={error === ""}>
        {error}
      </p>
    </div>
  );
}
