import type { MerchantId, UserId } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Secret } from "../../kernel/secret.ts";
import { renewPanelSession, type SessionDeps, type SignedIn } from "./panel-session.ts";
import { passwordWeakness, type CommonPasswords, type PasswordWeakness } from "./password.ts";
import type { MerchantStore } from "./ports.ts";
import type { PasswordHasher, UserStore } from "./user-ports.ts";

export type PasswordRules = {
  readonly merchants: Pick<MerchantStore, "find">;
  readonly commonPasswords: CommonPasswords;
};

export type ChoosePasswordDeps = SessionDeps &
  PasswordRules & { readonly users: UserStore; readonly hasher: PasswordHasher };

export type PasswordChange = {
  readonly current: Secret;
  readonly next: Secret;
};

export type PasswordRefusal = PasswordWeakness | "wrong_password";

/** Changes the user's own password; the session gets a new token, and all others end. */
export async function changePassword(
  deps: ChoosePasswordDeps,
  { user, session }: SignedIn,
  { current, next }: PasswordChange,
): Promise<Result<{ readonly token: string }, PasswordRefusal>> {
  const { userId } = user;
  const account = await deps.users.find(userId);
  const hash = account?.passwordHash ?? "";
  if (account === undefined || !(await deps.hasher.verify(hash, current.reveal()))) {
    return refused("wrong_password");
  }
  const weakness = await weaknessOf(deps, account.user, next);
  if (weakness !== undefined) return refused(weakness);
  if (await wasUsed(deps, userId, next)) return refused("used_before");
  const isSet = await deps.users.setPassword(userId, {
    hash: await deps.hasher.hash(next.reveal()),
    isTemporary: false,
    replaces: account.passwordHash,
    keepsSession: session.tokenHash,
  });
  if (!isSet) return refused("wrong_password");
  return ok({ token: await renewPanelSession(deps, session, session) });
}

/** Returns the weakness of a password that a user chose, or `undefined` if it is accepted. */
export async function weaknessOf(
  { merchants, commonPasswords }: PasswordRules,
  owner: { readonly email: string; readonly merchantId: MerchantId | undefined },
  password: Secret,
): Promise<PasswordWeakness | undefined> {
  const { email, merchantId } = owner;
  const merchant = merchantId === undefined ? undefined : await merchants.find(merchantId);
  const facts = { email, merchantName: merchant?.name };
  return passwordWeakness(password.reveal(), facts, commonPasswords);
}

/** True if the password is one of the user's last ones. */
export async function wasUsed(
  { users, hasher }: Pick<ChoosePasswordDeps, "users" | "hasher">,
  userId: UserId,
  password: Secret,
): Promise<boolean> {
  const hashes = await users.passwordHistory(userId);
  const matches = await Promise.all(hashes.map((hash) => hasher.verify(hash, password.reveal())));
  return matches.includes(true);
}
