import { isOperator, type Role, type User } from "./user.ts";

const EVERYBODY = ["owner", "finance", "support", "developer", "read-only"] as const;
const OWNER = ["owner"] as const;
const MONEY = ["owner", "finance"] as const;
const SERVICE = ["owner", "finance", "support"] as const;
const TECHNICAL = ["owner", "developer"] as const;

/** What may be done in a merchant's panel, and by whom: the only place that says so. */
const ROLES_OF = {
  "overview.see": EVERYBODY,
  "payments.see": EVERYBODY,
  "payments.export": MONEY,
  /** Capture and void. */
  "payments.move": SERVICE,
  "views.save": EVERYBODY,
  "views.share": SERVICE,
  "refunds.make": SERVICE,
  "refunds.approve": MONEY,
  "refunds.limit": OWNER,
  "transfers.see": SERVICE,
  "transfers.settle": MONEY,
  "settlement.see": ["owner", "finance", "read-only"],
  "settlement.change": MONEY,
  "cards.see": SERVICE,
  "cards.erase": SERVICE,
  "keys.see": TECHNICAL,
  "keys.change": TECHNICAL,
  "webhooks.see": TECHNICAL,
  "webhooks.change": TECHNICAL,
  "requests.see": TECHNICAL,
  /** A sandbox's time. */
  "clock.move": TECHNICAL,
  "settings.see": EVERYBODY,
  "settings.change": OWNER,
  "tables.see": ["owner", "finance", "developer"],
  "tables.change": MONEY,
  "users.see": OWNER,
  "users.change": OWNER,
  "audit.see": ["owner", "finance", "read-only"],
} as const satisfies Record<string, readonly Role[]>;

/** What operators may do besides, who belong to no merchant. */
const OPERATOR_ROLES_OF = {
  "merchants.see": EVERYBODY,
  "merchants.create": OWNER,
  "operators.see": OWNER,
  "operators.change": OWNER,
  "bins.see": EVERYBODY,
  "bins.change": OWNER,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof ROLES_OF;
export type OperatorPermission = keyof typeof OPERATOR_ROLES_OF;

type Actor = Pick<User, "merchantId" | "role">;

export function may(user: Actor, permission: Permission): boolean {
  const roles: readonly Role[] = ROLES_OF[permission];
  return roles.includes(user.role);
}

export function mayOperate(user: Actor, permission: OperatorPermission): boolean {
  const roles: readonly Role[] = OPERATOR_ROLES_OF[permission];
  return isOperator(user) && roles.includes(user.role);
}
