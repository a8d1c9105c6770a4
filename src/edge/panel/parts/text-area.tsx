type TextAreaProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  readonly error?: string | undefined;
};

/** A field of several lines, with its hint and error. */
export function TextArea({ name, label, value, hint, error = "" }: TextAreaProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
      <textarea
        id={name}
        name={name}
        rows={4}
        maxLength={8_192}
        spellcheck={false}
        autocapitalize="off"
        aria-invalid={error === "" ? undefined : "true"}
        aria-describedby={error === "" ? `${name}-hint` : `${name}-hint ${name}-error`}
      >
        {value}
      </textarea>
      {error !== "" && (
        <p class="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
