import type { Clock } from "../kernel/clock.ts";
import { newUserId, type MerchantId, type UserId } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import type { Secret } from "../kernel/secret.ts";
import { newPassword, passwordWeakness, type PasswordWeakness } from "./password.ts";
import type { Role, User, UserLanguage } from "./user.ts";
import type { PanelSessionStore, PasswordHasher, UserStore } from "./user-ports.ts";

export type ManageUsersDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly users: UserStore;
  readonly panelSessions: PanelSessionStore;
  readonly hasher: PasswordHasher;
};

export type NewUser = {
  /** As `parseEmail` gives it. */
  readonly email: string;
  readonly role: Role;
  readonly merchantId: MerchantId | undefined;
  readonly language: UserLanguage;
};

/** A user and the password that is shown once and kept as a hash. */
export type NewCredentials = { readonly user: User; readonly password: string };

export async function createUser(
  deps: ManageUsersDeps,
  wish: NewUser,
): Promise<Result<NewCredentials, "email_taken">> {
  const password = newPassword(deps.random);
  const user: User = {
    ...wish,
    userId: newUserId(deps.random),
    secondFactorSince: undefined,
    disabledAt: undefined,
    createdAt: deps.clock.now(),
  };
  const passwordHash = await deps.hasher.hash(password);
  const created = await deps.users.create({ user, passwordHash });
  return created === "created" ? ok({ user, password }) : refused(created);
}

/** Gives a user a new password, and ends all that was open with the old one. */
export async function resetPassword(deps: ManageUsersDeps, userId: UserId): Promise<string> {
  const password = newPassword(deps.random);
  await deps.users.change(userId, { passwordHash: await deps.hasher.hash(password) });
  await deps.panelSessions.endAll(userId, undefined);
  return password;
}

export async function disableUser(deps: ManageUsersDeps, userId: UserId): Promise<void> {
  await deps.users.change(userId, { disabledAt: deps.clock.now() });
  await deps.panelSessions.endAll(userId, undefined);
}

export async function enableUser(deps: ManageUsersDeps, userId: UserId): Promise<void> {
  await deps.users.change(userId, { disabledAt: null });
}

export type PasswordChange = {
  readonly userId: UserId;
  /** The session that goes on. */
  readonly tokenHash: string;
  readonly current: Secret;
  readonly next: Secret;
};

/** Changes one's own password; every other session of the user ends. */
export async function changePassword(
  deps: ManageUsersDeps,
  { userId, tokenHash, current, next }: PasswordChange,
): Promise<Result<undefined, PasswordWeakness | "wrong_password">> {
  const account = await deps.users.find(userId);
  const hash = account?.passwordHash ?? "";
  if (account === undefined || !(await deps.hasher.verify(hash, current.reveal()))) {
    return refused("wrong_password");
  }
  const weakness = passwordWeakness(next.reveal(), account.user.email);
  if (weakness !== undefined) return refused(weakness);
  await deps.users.change(userId, { passwordHash: await deps.hasher.hash(next.reveal()) });
  await deps.panelSessions.endAll(userId, tokenHash);
  return ok(undefined);
}
