import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { useReader } from "../kit/reader.ts";
import { FieldFrame, fieldMarks } from "./field-frame.tsx";

type FormProps = {
  readonly action: string;
  readonly class?: string;
  readonly label?: string;
  readonly hasFile?: boolean;
  readonly children: ComponentChildren;
};

/** A form that changes something; it carries the token against request forgery. */
export function Form({ action, label, children, ...rest }: FormProps) {
  const { formToken } = useReader();
  const enctype = rest.hasFile === true ? "multipart/form-data" : undefined;
  return (
    <form method="post" action={action} class={rest.class} enctype={enctype} aria-label={label}>
      {formToken !== undefined && <input type="hidden" name="form_token" value={formToken} />}
      {children}
    </form>
  );
}

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password" | "search";
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** The form error of the field; empty or undefined if there is none. */
  readonly error?: string | undefined;
  readonly autocomplete?: string;
  readonly inputMode?: "text" | "numeric" | "decimal" | "email";
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  readonly hasFocus?: boolean;
  /** True for a short field beside others. */
  readonly isShort?: boolean;
};

/** An input with its label, hint and error, which ARIA attributes connect. */
export function Field(props: FieldProps) {
  const { name, label, hint, error = "", type = "text", isRequired = false } = props;
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} isShort={props.isShort}>
      <Input
        type={type}
        attributes={{
          id: name,
          name,
          value: props.value,
          inputMode: props.inputMode,
          autocomplete: props.autocomplete ?? "off",
          autocapitalize: "off",
          spellcheck: false,
          maxLength: props.maxLength ?? 255,
          required: isRequired,
          autofocus: props.hasFocus === true,
          ...fieldMarks({ name, hint, error }),
        }}
      />
    </FieldFrame>
  );
}

type InputProps = {
  readonly type: NonNullable<FieldProps["type"]>;
  readonly attributes: Omit<InputHTMLAttributes, "type" | "role" | "list">;
};

// The attributes of an input depend on its type, so each type has a branch of its own.
function Input({ type, attributes }: InputProps) {
  switch (type) {
    case "text":
      return <input type="text" {...attributes} />;
    case "email":
      return <input type="email" {...attributes} />;
    case "password":
      return <input type="password" {...attributes} />;
    case "search":
      return <input type="search" {...attributes} />;
  }
}

type SelectProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** The values with their labels, in their order. */
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
  /** The form error of the field; empty or undefined if there is none. */
  readonly error?: string | undefined;
  readonly isShort?: boolean;
};

export function Select(props: SelectProps) {
  const { name, label, value, options, hint, error = "", isShort = false } = props;
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} isShort={isShort}>
      <select id={name} name={name} {...fieldMarks({ name, hint, error })}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

type ButtonProps = {
  readonly children: ComponentChildren;
  readonly kind?: "main" | "plain" | "danger";
  readonly name?: string;
  readonly value?: string;
};

export function Button({ children, kind = "main", name, value }: ButtonProps) {
  return (
    <button type="submit" class={`button ${kind}`} name={name} value={value}>
      {children}
    </button>
  );
}
