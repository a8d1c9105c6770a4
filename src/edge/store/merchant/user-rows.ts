import type { User } from "../../../merchant/user.ts";
import { flag, moment, optionalMoment, text, trusted, type Row } from "../sql/rows.ts";

export function readUser(row: Row): User {
  return {
    userId: trusted(row, "user_id"),
    merchantId: trusted<User["merchantId"] | null>(row, "merchant_id") ?? undefined,
    email: text(row, "email"),
    role: trusted(row, "role"),
    language: trusted(row, "language"),
    secondFactorSince: optionalMoment(row, "code_since"),
    hasTemporaryPassword: flag(row, "has_temporary_password"),
    disabledAt: optionalMoment(row, "disabled_at"),
    disabledReason: trusted<User["disabledReason"] | null>(row, "disabled_reason") ?? undefined,
    usedAt: moment(row, "used_at"),
    createdAt: moment(row, "created_at"),
  };
}
