import { useLanguage } from "../kit/context.ts";
import { Field } from "../../page/parts/form.tsx";
import { signInWords } from "./words.ts";

type EmailFieldProps = {
  readonly value: string;
  readonly error?: string;
  readonly hasFocus: boolean;
};

/** The e-mail address of the sign-in; a password manager stores the password under it. */
export function EmailField(field: EmailFieldProps) {
  const language = useLanguage();
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
