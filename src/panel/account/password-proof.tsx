import { isIdentityFresh } from "../../domain/merchant/assurance.ts";
import { useAccount, useWords } from "../kit/context.ts";
import { Field } from "../../page/parts/form.tsx";
import { accountWords } from "./words.ts";

/** A sign-in of the last minutes at an identity provider stands for the password. */
export function PasswordProof({ error }: { readonly error: string | undefined }) {
  const { kit, signedIn } = useAccount();
  const words = useWords(accountWords);
  if (isIdentityFresh(signedIn.session, kit.clock.now())) return null;
  if (signedIn.session.isByIdentity) return <p class="hint">{words.signInAgain}</p>;
  return (
    <Field
      name="password"
      label={words.thenPassword}
      type="password"
      error={error}
      autocomplete="current-password"
      hasFocus={error !== undefined}
      isRequired
    />
  );
}
