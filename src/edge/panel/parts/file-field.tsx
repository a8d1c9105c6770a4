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
    <div class="field">
      <label for={name}>{label}</label>
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
      <input
        type="file"
        id={name}
        name={name}
        accept={accept}
        required={isRequired}
        aria-invalid={error === "" ? undefined : "true"}
        aria-describedby={error === "" ? `${name}-hint` : `${name}-hint ${name}-error`}
      />
      {error !== "" && (
        <p class="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
