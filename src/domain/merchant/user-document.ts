import { toIso } from "../../kernel/clock.ts";
import type { MerchantId, UserId } from "../../kernel/ids.ts";
import type { DisabledReason, Role, User } from "./user.ts";

/** A user as documents show it. */
export type UserDocument = {
  readonly user_id: UserId;
  readonly email: string;
  readonly role: Role;
  readonly merchant_id: MerchantId | null;
  readonly state: "enabled" | "disabled";
  readonly second_factor: boolean;
  /** Null while the user is enabled. */
  readonly disabled_reason: DisabledReason | null;
  /** The last sign-in, or for a user who never signed in the creation or enabling. */
  readonly used_at: string;
  readonly created_at: string;
};

export function userDocument(user: User): UserDocument {
  return {
    user_id: user.userId,
    email: user.email,
    role: user.role,
    merchant_id: user.merchantId ?? null,
    state: user.disabledAt === undefined ? "enabled" : "disabled",
    second_factor: user.secondFactorSince !== undefined,
    disabled_reason: user.disabledReason ?? null,
    used_at: toIso(user.usedAt),
    created_at: toIso(user.createdAt),
  };
}
