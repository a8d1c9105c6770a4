import type { PasswordRules } from "../../../merchant/choose-password.ts";
import type { FirstOwnerDeps } from "../../../merchant/first-owner.ts";
import type { PasswordLinkDeps } from "../../../merchant/password-link.ts";
import type { SignInDeps } from "../../../merchant/sign-in.ts";

/** The dependencies of the pages about users, their passwords, codes and sessions. */
export type People = SignInDeps & FirstOwnerDeps & PasswordLinkDeps & PasswordRules;
