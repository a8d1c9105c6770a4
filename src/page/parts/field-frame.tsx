import type { ComponentChildren } from "preact";

type FieldFacts = {
  readonly name: string;
  readonly hint?: string | undefined;
  /** The form error of the field; empty if there is none. */
  readonly error: string;
};

/** The ARIA attributes that connect an input with its hint and its error. */
export function fieldMarks({ name, hint, error }: FieldFacts) {
  const described = [
    hint === undefined ? undefined : `${name}-hint`,
    error === "" ? undefined : `${name}-error`,
  ].filter((id) => id !== undefined);
  return {
    "aria-invalid": error === "" ? undefined : ("true" as const),
    "aria-describedby": described.length === 0 ? undefined : described.join(" "),
  };
}

type FieldFrameProps = FieldFacts & {
  readonly label: string;
  /** True for a short field beside others. */
  readonly isShort?: boolean | undefined;
  readonly children: ComponentChildren;
};

/** An input with its label and hint before it and its error after it. */
export function FieldFrame({ name, label, hint, error, isShort, children }: FieldFrameProps) {
  return (
    <div class={isShort === true ? "field short" : "field"}>
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error !== "" && (
        <p class="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
