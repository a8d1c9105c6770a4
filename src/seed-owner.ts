import { createUser, type ManageUsersDeps, type NewCredentials } from "./merchant/manage-users.ts";

const FIRST_OWNER = "owner@localhost";

/**
 * The first user of an installation that has none: an operator who may do everything. Of several
 * processes that start at one time, one makes it.
 */
export async function seedOwner(deps: ManageUsersDeps): Promise<NewCredentials | undefined> {
  if ((await deps.users.listAll()).length > 0) return undefined;
  const wish = {
    email: FIRST_OWNER,
    role: "owner",
    merchantId: undefined,
    language: "tr",
  } as const;
  const created = await createUser(deps, wish);
  return created.ok ? created.value : undefined;
}
