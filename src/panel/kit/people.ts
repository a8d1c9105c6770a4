import type { PasswordRules } from "../../domain/merchant/choose-password.ts";
import type { FirstOwnerDeps } from "../../domain/merchant/first-owner.ts";
import type { PasswordLinkDeps } from "../../domain/merchant/password-link.ts";
import type { IdentityDeps } from "../../domain/merchant/sign-in-by-identity.ts";
import type { SignInDeps } from "../../domain/merchant/sign-in.ts";

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
