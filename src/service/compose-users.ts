import type pg from "pg";
import { createAuditStore } from "../edge/store/merchant/audit-store.ts";
import { createPanelSessionStore } from "../edge/store/merchant/panel-session-store.ts";
import { createSetUpStore } from "../edge/store/merchant/set-up-store.ts";
import { createUserStore } from "../edge/store/merchant/user-store.ts";
import { systemPasswordHasher } from "../edge/system/password-hasher.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { ManageUsersDeps } from "../merchant/manage-users.ts";
import type { AuditStore, SetUpStore } from "../merchant/user-ports.ts";

/** What the command line and the first start need of the panel: its users. */
export type UserAdministration = ManageUsersDeps & {
  readonly audit: AuditStore;
  readonly setUps: SetUpStore;
};

export function userAdministration(
  pool: pg.Pool,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): UserAdministration {
  return {
    clock,
    random,
    users: createUserStore(pool),
    panelSessions: createPanelSessionStore(pool),
    hasher: systemPasswordHasher,
    audit: createAuditStore(pool),
    setUps: createSetUpStore(pool),
  };
}
