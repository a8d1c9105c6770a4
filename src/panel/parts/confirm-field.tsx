import { isConfirmed } from "../../domain/merchant/assurance.ts";
import { useAccount, useWords } from "../kit/context.ts";
import { attemptWords } from "../words/attempts.ts";
import { Field } from "../../page/parts/form.tsx";

type ConfirmFieldProps = {
  readonly error?: string;
  readonly hasFocus?: boolean;
  /** True if the field appears even when the session was confirmed a moment ago. */
  readonly isAlways?: boolean;
};

/**
 * The field for re-authentication in the form of a sensitive change; it is left out for some
 * minutes after a confirmation.
 */
export function ConfirmField({ isAlways = false, ...rest }: ConfirmFieldProps) {
  const { kit, signedIn } = useAccount();
  const words = useWords(attemptWords);
  if (!isAlways && isConfirmed(signedIn.session, kit.clock.now())) return null;
  const hasCode = signedIn.user.secondFactorSince !== undefined;
  return (
    <Field
      name="password"
      type="password"
      label={hasCode ? words.passwordOrCode : words.password}
      hint={words.passwordHint}
      autocomplete="current-password"
      isRequired
      {...rest}
    />
  );
}
