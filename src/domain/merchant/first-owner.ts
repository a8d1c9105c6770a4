import { HOUR, later } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import { newUserId, randomText } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Secret } from "../../kernel/secret.ts";
import { weaknessOf, type PasswordRules } from "./choose-password.ts";
import { newAccess, type ManageUsersDeps } from "./manage-users.ts";
import type { PasswordWeakness } from "./password.ts";
import { parseEmail, type User, type UserLanguage } from "./user.ts";
import type { Account, SetUpStore } from "./user-ports.ts";

/** 32 base-32 characters are 160 bits; the database keeps only their hash. */
const TOKEN_LENGTH = 32;
const LIFETIME_MS = HOUR;

export type FirstOwnerDeps = ManageUsersDeps & {
  readonly digest: Digest;
  readonly setUps: SetUpStore;
};

/**
 * Creates a set-up address, at which the first owner of the installation creates an account within
 * an hour. Returns the token of the address, or `undefined` if a user exists already.
 */
export async function openSetUp(deps: FirstOwnerDeps): Promise<string | undefined> {
  if ((await deps.users.listAll()).length > 0) return undefined;
  const token = randomText(deps.random, TOKEN_LENGTH);
  const now = deps.clock.now();
  await deps.setUps.open(deps.digest.sha256(token), { now, expiresAt: later(now, LIFETIME_MS) });
  return token;
}

export function isSetUpOpen(deps: FirstOwnerDeps, token: string): Promise<boolean> {
  return deps.setUps.isOpen(deps.digest.sha256(token), deps.clock.now());
}

export type Introduction = {
  readonly token: string;
  readonly email: string;
  readonly password: Secret;
  readonly language: UserLanguage;
};

export type IntroductionRefusal = "gone" | "no_email" | PasswordWeakness;

/** Creates the first user of an installation: an operator with every permission. */
export async function introduceFirstOwner(
  deps: FirstOwnerDeps & PasswordRules,
  { token, email: text, password, language }: Introduction,
): Promise<Result<Account, IntroductionRefusal>> {
  if (!(await isSetUpOpen(deps, token))) return refused("gone");
  const email = parseEmail(text);
  if (email === undefined) return refused("no_email");
  const weakness = await weaknessOf(deps, { email, merchantId: undefined }, password);
  if (weakness !== undefined) return refused(weakness);
  const user: User = {
    userId: newUserId(deps.random),
    merchantId: undefined,
    email,
    role: "owner",
    language,
    ...newAccess(deps.clock.now()),
    hasTemporaryPassword: false,
  };
  const passwordHash = await deps.hasher.hash(password.reveal());
  const account = { user, passwordHash };
  const isFirst = await deps.setUps.close(deps.digest.sha256(token), account);
  return isFirst ? ok(account) : refused("gone");
}
