import {
  may,
  mayOperate,
  type OperatorPermission,
  type Permission,
} from "../../domain/merchant/permission.ts";
import type { User } from "../../domain/merchant/user.ts";

const GROUPS = ["home", "sales", "money", "technical", "organisation"] as const;
type Group = (typeof GROUPS)[number];

type Entry = {
  readonly key: string;
  /** The path below the merchant and mode. */
  readonly path: string;
  readonly permission: Permission;
  readonly group: Group;
};

/** The sections of a merchant, in their order. */
const ENTRIES = [
  { key: "overview", path: "", permission: "overview.see", group: "home" },
  { key: "payments", path: "payments", permission: "payments.see", group: "sales" },
  { key: "approvals", path: "approvals", permission: "payments.see", group: "sales" },
  { key: "customers", path: "customers", permission: "payments.see", group: "sales" },
  { key: "cards", path: "cards", permission: "cards.see", group: "sales" },
  { key: "transfers", path: "transfers", permission: "transfers.see", group: "money" },
  { key: "settlement", path: "settlement", permission: "settlement.see", group: "money" },
  { key: "cases", path: "cases", permission: "payments.see", group: "money" },
  { key: "keys", path: "keys", permission: "keys.see", group: "technical" },
  { key: "webhooks", path: "webhooks", permission: "webhooks.see", group: "technical" },
  { key: "requests", path: "requests", permission: "requests.see", group: "technical" },
  { key: "acquirers", path: "acquirers", permission: "connections.see", group: "organisation" },
  { key: "tables", path: "tables", permission: "tables.see", group: "organisation" },
  { key: "settings", path: "settings", permission: "settings.see", group: "organisation" },
  { key: "users", path: "users", permission: "users.see", group: "organisation" },
  { key: "audit", path: "audit", permission: "audit.see", group: "organisation" },
] as const satisfies readonly Entry[];

const OPERATOR_ENTRIES = [
  { key: "merchants", path: "merchants", permission: "merchants.see" },
  { key: "bins", path: "bins", permission: "bins.see" },
  { key: "security", path: "security", permission: "security.see" },
  { key: "jobs", path: "jobs", permission: "jobs.see" },
  { key: "operators", path: "operators", permission: "operators.see" },
] as const satisfies readonly { key: string; path: string; permission: OperatorPermission }[];

export type NavKey = (typeof ENTRIES)[number]["key"] | (typeof OPERATOR_ENTRIES)[number]["key"];
export type NavEntry = (typeof ENTRIES)[number];

/** The sections that a user may see, by group. */
export function navOf(user: User): readonly (readonly [Group, readonly NavEntry[]])[] {
  return GROUPS.flatMap((group) => {
    const entries: readonly NavEntry[] = ENTRIES.filter(
      (entry: Entry) => entry.group === group && may(user, entry.permission),
    );
    return entries.length === 0 ? [] : [[group, entries] as const];
  });
}

export function operatorNavOf(user: User): readonly (typeof OPERATOR_ENTRIES)[number][] {
  return OPERATOR_ENTRIES.filter(({ permission }) => mayOperate(user, permission));
}

export function navPath(key: NavKey): string {
  return ENTRIES.find((entry) => entry.key === key)?.path ?? "";
}
