import { LANGUAGES } from "../../kernel/language.ts";
import { DISABLED_REASONS, ROLES, type User } from "../../domain/merchant/user.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";

export const USER = record<User>({
  userId: column.id("user_id"),
  merchantId: optional(column.id("merchant_id")),
  email: column.text("email"),
  role: column.oneOf("role", ROLES),
  language: column.oneOf("language", LANGUAGES),
  secondFactorSince: optional(column.instant("code_since")),
  hasTemporaryPassword: column.flag("has_temporary_password"),
  disabledAt: optional(column.instant("disabled_at")),
  disabledReason: optional(column.oneOf("disabled_reason", DISABLED_REASONS)),
  usedAt: column.instant("used_at"),
  createdAt: column.instant("created_at"),
});
