import { DAY, later, type Instant } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import { randomText, type UserId } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { Actor } from "./independence.ts";
import { wasUsed, weaknessOf, type PasswordRules } from "./choose-password.ts";
import { createUser, resetPassword, type ManageUsersDeps, type NewUser } from "./manage-users.ts";
import type { PasswordWeakness } from "./password.ts";
import type { User } from "./user.ts";
import type { Account, PasswordLinkStore } from "./user-ports.ts";

/** 32 base-32 characters are 160 bits; the database keeps only their hash. */
const TOKEN_LENGTH = 32;
const LIFETIME_MS = 3 * DAY;

export type PasswordLinkDeps = ManageUsersDeps & {
  readonly digest: Digest;
  readonly passwordLinks: PasswordLinkStore;
};

/** The token of a link at which a user chooses a password, once and within three days. */
export type PasswordLink = {
  readonly user: User;
  readonly token: string;
  readonly expiresAt: Instant;
};

/** Creates a user who can't sign in before choosing a password at the link, which `openedBy` sees. */
export async function inviteUser(
  deps: PasswordLinkDeps,
  newUser: NewUser,
  openedBy: Actor,
): Promise<Result<PasswordLink, "email_taken">> {
  const created = await createUser(deps, newUser);
  return created.ok ? ok(await openLink(deps, created.value.user, openedBy)) : created;
}

/** Ends a user's password and sessions, and makes a link at which the user chooses a password. */
export async function resetByLink(
  deps: PasswordLinkDeps,
  user: User,
  openedBy: Actor,
): Promise<PasswordLink> {
  await resetPassword(deps, user.userId);
  return openLink(deps, user, openedBy);
}

async function openLink(
  deps: PasswordLinkDeps,
  user: User,
  openedBy: Actor,
): Promise<PasswordLink> {
  const token = randomText(deps.random, TOKEN_LENGTH);
  const now = deps.clock.now();
  const expiresAt = later(now, LIFETIME_MS);
  const tokenHash = deps.digest.sha256(token);
  await deps.passwordLinks.open(user.userId, { tokenHash, now, expiresAt, openedBy });
  return { user, token, expiresAt };
}

/** The user of a link, or `undefined` if the link was used, replaced or has expired. */
export async function userOfLink(deps: PasswordLinkDeps, token: string): Promise<User | undefined> {
  return (await accountOfLink(deps, token))?.user;
}

async function accountOfLink(deps: PasswordLinkDeps, token: string): Promise<Account | undefined> {
  const userId = await deps.passwordLinks.find(deps.digest.sha256(token), deps.clock.now());
  return userId === undefined ? undefined : deps.users.find(userId);
}

export type LinkRefusal = "gone" | PasswordWeakness;

/** Sets the password that a user chose at a link, which is valid once. */
export async function choosePasswordByLink(
  deps: PasswordLinkDeps & PasswordRules,
  { token, password: chosen }: { readonly token: string; readonly password: Secret },
): Promise<Result<User, LinkRefusal>> {
  const account = await accountOfLink(deps, token);
  if (account === undefined) return refused("gone");
  const { user, passwordHash } = account;
  const weakness = await weaknessOf(deps, user, chosen);
  if (weakness !== undefined) return refused(weakness);
  if (await wasUsed(deps, user.userId, chosen)) return refused("used_before");
  const hash = await deps.hasher.hash(chosen.reveal());
  const isTaken = await take(deps, user.userId, token);
  if (!isTaken) return refused("gone");
  const password = { hash, isTemporary: false, replaces: passwordHash };
  const isSet = await deps.users.setPassword(user.userId, password);
  return isSet ? ok(user) : refused("gone");
}

function take(deps: PasswordLinkDeps, userId: UserId, token: string): Promise<boolean> {
  return deps.passwordLinks.take(userId, deps.digest.sha256(token), deps.clock.now());
}
