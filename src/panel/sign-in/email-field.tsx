import { Field } from "../parts/form.tsx";
import type { OpenContext } from "../kit/context.ts";
import { signInWords } from "./words.ts";

type EmailFieldProps = {
  readonly language: OpenContext["language"];
  readonly value: string;
  readonly error?: string;
  readonly hasFocus: boolean;
};

/** The e-mail address of the sign-in; a password manager stores the password under it. */
export function EmailField({ language, ...field }: EmailFieldProps) {
  return (
    <Field
      name="email"
      label={signInWords[language].email}
      type="email"
      inputMode="email"
      autocomplete="username"
      isRequired
      {...field}
    />
  );
}
