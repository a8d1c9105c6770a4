import type { Mode } from "./merchant.ts";
import { isOperator, ROLES, type Role, type User } from "./user.ts";

const OWNER = ["owner"] as const;
const MONEY = ["owner", "finance"] as const;
const SERVICE = ["owner", "finance", "support"] as const;
const TECHNICAL = ["owner", "developer"] as const;

/**
 * The proof that a test-mode session needs for a permission; live mode requires the code for every
 * permission. A local sandbox is an installation that only its own machine reaches and that has no
 * bank for live payments.
 *
 * - `password`: the password is enough.
 * - `code_outside_sandbox`: the code of the second factor too, except in a local sandbox.
 * - `code`: the code everywhere, because the change also holds for live mode.
 */
export type Assurance = "password" | "code_outside_sandbox" | "code";

type Rule<Roles extends readonly Role[] = readonly Role[]> = {
  readonly roles: Roles;
  readonly assurance: Assurance;
  /** True if a change needs the password or a code entered within the last ten minutes. */
  readonly isConfirmed: boolean;
};

function rule<Roles extends readonly Role[]>(
  roles: Roles,
  assurance: Assurance = "password",
): Rule<Roles> {
  return { roles, assurance, isConfirmed: false };
}

function confirmed<Roles extends readonly Role[]>(roles: Roles, assurance: Assurance): Rule<Roles> {
  return { roles, assurance, isConfirmed: true };
}

/**
 * The permissions of a merchant's panel, with their roles and proofs. They are defined only here.
 */
const RULES = {
  "overview.see": rule(ROLES),
  "payments.see": rule(ROLES),
  "payments.export": rule(MONEY),
  /** Capture and void. */
  "payments.move": rule(SERVICE),
  /** To record the bank's word about a request that its answers do not decide. */
  "payments.clear": rule(MONEY),
  /** To write notes about payments. */
  "payments.note": rule(SERVICE),
  "views.save": rule(ROLES),
  "views.share": rule(SERVICE),
  "refunds.make": rule(SERVICE),
  "refunds.approve": rule(MONEY),
  "refunds.limit": confirmed(OWNER, "code"),
  "transfers.see": rule(SERVICE),
  "transfers.settle": rule(MONEY),
  /** The accounts to which customers send money. */
  "accounts.change": confirmed(OWNER, "code_outside_sandbox"),
  /** Account feeds, with the credentials at banks. */
  "feeds.change": confirmed(OWNER, "code_outside_sandbox"),
  "settlement.see": rule(["owner", "finance", "read-only"]),
  "settlement.change": rule(MONEY),
  "cards.see": rule(SERVICE),
  "cards.erase": rule(SERVICE),
  /** To erase a customer's personal data, which cannot be undone. */
  "customers.erase": confirmed(OWNER, "code_outside_sandbox"),
  "keys.see": rule(TECHNICAL, "code_outside_sandbox"),
  /** Keys without rights that move money. */
  "keys.change": confirmed(TECHNICAL, "code_outside_sandbox"),
  /** Main keys, and keys that may capture, void or refund. */
  "keys.money": confirmed(OWNER, "code_outside_sandbox"),
  /** The merchant's connections to banks, without their secrets. */
  "connections.see": rule(["owner", "finance", "developer"], "code_outside_sandbox"),
  /** Bank credentials, and the routing of payments. */
  "connections.change": confirmed(OWNER, "code_outside_sandbox"),
  "webhooks.see": rule(TECHNICAL),
  "webhooks.change": rule(TECHNICAL, "code_outside_sandbox"),
  /** To read the merchant's secret, which signs the redirects of both modes. */
  "webhooks.secret": confirmed(TECHNICAL, "code_outside_sandbox"),
  "requests.see": rule(TECHNICAL),
  /** The clock of the merchant's own sandbox. */
  "clock.move": rule(TECHNICAL),
  "settings.see": rule(ROLES),
  "settings.change": rule(OWNER, "code"),
  "tables.see": rule(["owner", "finance", "developer"]),
  "tables.change": rule(MONEY),
  "users.see": rule(OWNER, "code_outside_sandbox"),
  "users.change": confirmed(OWNER, "code"),
  "audit.see": rule(["owner", "finance", "read-only"]),
} as const satisfies Record<string, Rule>;

/** The additional permissions of operators, who belong to no merchant. */
const OPERATOR_RULES = {
  "merchants.see": rule(ROLES, "code_outside_sandbox"),
  "merchants.create": rule(OWNER, "code_outside_sandbox"),
  "operators.see": rule(OWNER, "code_outside_sandbox"),
  "operators.change": confirmed(OWNER, "code"),
  "bins.see": rule(ROLES, "code_outside_sandbox"),
  "security.see": rule(ROLES, "code_outside_sandbox"),
  "bins.change": rule(OWNER, "code"),
  /** Failed items of background jobs. */
  "jobs.see": rule(ROLES, "code_outside_sandbox"),
  "jobs.change": rule(TECHNICAL, "code"),
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof RULES;
export type OperatorPermission = keyof typeof OPERATOR_RULES;

type Actor = Pick<User, "merchantId" | "role">;

export function may(user: Actor, permission: Permission): boolean {
  return RULES[permission].roles.some((role) => role === user.role);
}

export function mayOperate(user: Actor, permission: OperatorPermission): boolean {
  return isOperator(user) && OPERATOR_RULES[permission].roles.some((role) => role === user.role);
}

/** The proof that a permission requires, whatever the role. */
export type Demand = Pick<Rule, "assurance" | "isConfirmed">;

export function demandOf(permission: Permission, mode: Mode): Demand {
  const { assurance, isConfirmed } = RULES[permission];
  return { assurance: mode === "live" ? "code" : assurance, isConfirmed };
}

export function operatorDemandOf(permission: OperatorPermission): Demand {
  return OPERATOR_RULES[permission];
}
