import { DAY, later, type Clock, type Instant } from "../../kernel/clock.ts";
import { newUserId, type MerchantId, type UserId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Actor } from "./independence.ts";
import { newPassword } from "./password.ts";
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
  /** In the form that `parseEmail` returns. */
  readonly email: string;
  readonly role: Role;
  readonly merchantId: MerchantId | undefined;
  readonly language: UserLanguage;
};

/** A user with the password, which is shown once and stored as a hash. */
export type NewCredentials = { readonly user: User; readonly password: string };

export async function createUser(
  deps: ManageUsersDeps,
  newUser: NewUser,
): Promise<Result<NewCredentials, "email_taken">> {
  const password = newPassword(deps.random);
  const user: User = {
    ...newUser,
    userId: newUserId(deps.random),
    ...newAccess(deps.clock.now()),
    hasTemporaryPassword: true,
  };
  const passwordHash = await deps.hasher.hash(password);
  const created = await deps.users.create({ user, passwordHash });
  return created === "created" ? ok({ user, password }) : refused(created);
}

export function newAccess(now: Instant) {
  return {
    secondFactorSince: undefined,
    disabledAt: undefined,
    disabledReason: undefined,
    usedAt: now,
    createdAt: now,
  } as const;
}

/** Gives a user a temporary password and ends all sessions of the user. */
export async function resetPassword(deps: ManageUsersDeps, userId: UserId): Promise<string> {
  const password = newPassword(deps.random);
  const hash = await deps.hasher.hash(password);
  await deps.users.setPassword(userId, { hash, isTemporary: true });
  return password;
}

export async function disableUser(deps: ManageUsersDeps, userId: UserId): Promise<void> {
  await deps.users.disable(userId, deps.clock.now());
  await deps.panelSessions.endAll(userId, undefined);
}

/** Enables a user; `by` is absent at the command line. */
export async function enableUser(deps: ManageUsersDeps, userId: UserId, by?: Actor): Promise<void> {
  await deps.users.enable(userId, deps.clock.now(), by);
}

export type RoleChange = { readonly user: User; readonly role: Role; readonly by: Actor };

export async function changeRole(
  { users, clock }: Pick<ManageUsersDeps, "users" | "clock">,
  { user, role, by }: RoleChange,
): Promise<void> {
  await users.change(user.userId, { role }, { by, at: clock.now() });
}

/** A user who has not signed in for this long is disabled (PCI DSS 8.2.6). */
const UNUSED_DAYS = 90;

/**
 * Disables the users who have not signed in for `UNUSED_DAYS`, and ends their sessions. Returns
 * the users that it disabled.
 */
export async function disableUnusedUsers(deps: ManageUsersDeps): Promise<readonly User[]> {
  const now = deps.clock.now();
  const disabled = await deps.users.disableUnused(later(now, -UNUSED_DAYS * DAY), now);
  for (const { userId } of disabled) await deps.panelSessions.endAll(userId, undefined);
  return disabled;
}
