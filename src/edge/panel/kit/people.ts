import type { PasswordRules } from "../../../merchant/choose-password.ts";
import type { FirstOwnerDeps } from "../../../merchant/first-owner.ts";
import type { PasswordLinkDeps } from "../../../merchant/password-link.ts";
import type { IdentityDeps } from "../../../merchant/sign-in-by-identity.ts";
import type { SignInDeps } from "../../../merchant/sign-in.ts";

/** The dependencies of the pages about users, their passwords, codes and sessions. */
export type People = SignInDeps &
  FirstOwnerDeps &
  PasswordLinkDeps &
  PasswordRules & {
    /** Sign-in at an identity provider; undefined if none is set. */
    readonly identity: IdentityDeps | undefined;
    /** False if only a permit of the command line lets a user sign in by password. */
    readonly localPasswords: boolean;
  };
