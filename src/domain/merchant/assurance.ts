import { later, MINUTE, type Instant } from "../../kernel/clock.ts";
import type { Assurance } from "./permission.ts";
import type { SignedIn } from "./panel-session.ts";
import { isOperator, type User } from "./user.ts";
import type { PanelSession } from "./user-ports.ts";

/** The step that a signed-in user must complete before a page opens. */
export type MissingStep = "own_password" | "second_factor";

/** For how long a password or code that was entered in a session confirms sensitive changes. */
const CONFIRMATION_MS = 10 * MINUTE;

/**
 * Returns what the session lacks for an assurance, or `undefined` if it lacks nothing. Outside a
 * local sandbox, a temporary password must be changed before anything else, and owners and
 * operators need a second factor for everything. In a local sandbox, both are required only by
 * pages that require the code. The reasons are in docs/decisions/sign-in.md.
 */
export function lackOf(
  { user, hasSecondFactor, session }: SignedIn,
  assurance: Assurance,
  isLocalSandbox: boolean,
): MissingStep | undefined {
  const isStrict = assurance === "code" || !isLocalSandbox;
  if (!isStrict) return undefined;
  if (needsOwnPassword({ user, session })) return "own_password";
  const needsCode = assurance !== "password" || mustHaveSecondFactor(user);
  return needsCode && !hasSecondFactor ? "second_factor" : undefined;
}

/** True for a user whose temporary password proves the identity, so that it must be changed. */
export function needsOwnPassword({ user, session }: Pick<SignedIn, "user" | "session">): boolean {
  return user.hasTemporaryPassword && !session.isByIdentity;
}

/** True for a while after a sign-in at an identity provider, which then stands for a password. */
export function isIdentityFresh({ isByIdentity, createdAt }: PanelSession, now: Instant): boolean {
  return isByIdentity && now < later(createdAt, CONFIRMATION_MS);
}

/**
 * True for the roles whose stolen password would give access to a whole merchant, or to all
 * merchants.
 */
export function mustHaveSecondFactor(user: Pick<User, "merchantId" | "role">): boolean {
  return isOperator(user) || user.role === "owner";
}

export function isConfirmed({ confirmedAt }: PanelSession, now: Instant): boolean {
  return confirmedAt !== undefined && now < later(confirmedAt, CONFIRMATION_MS);
}
