import { Type, type Static } from "typebox";
import { LIVE_POINTS } from "../../../domain/connection/live-readiness.ts";
import { BOUNDS } from "../../../kernel/bounds.ts";
import { MERCHANT_NAME_MAX } from "../../../domain/merchant/create-merchant.ts";
import { HOLD_ENDS } from "../../../domain/merchant/merchant.ts";
import { Minor, Moment, orNull } from "../words.ts";

export const MerchantIdText = Type.String({ pattern: "^mer_[0-9a-z]{8}$" });

/** The path of every call about one merchant. */
export const MerchantParams = Type.Object({ merchant_id: Type.String() });

/** Body of `POST /api/v1/admin/merchants`. */
export const NewMerchantSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: MERCHANT_NAME_MAX }),
});

export const MerchantListQuerySchema = Type.Object({
  after: Type.Optional(
    Type.String({ pattern: "^mer_[0-9a-z]{8}$", description: "must be the id of a merchant" }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: "^([1-9]\\d?|100)$",
      description: `must be a whole number from 1 to ${BOUNDS.perPageMax}`,
    }),
  ),
});

/** Body of `PATCH /api/v1/admin/merchants/:merchant_id`; an absent field stays as it is. */
export const MerchantChangeSchema = Type.Object({
  state: Type.Optional(Type.Enum(["active", "suspended"])),
  response_style: Type.Optional(Type.Enum(["flags", "codes"])),
  three_d_secure: Type.Optional(Type.Enum(["optional", "always"])),
  on_hold_end: Type.Optional(Type.Enum([...HOLD_ENDS])),
  time_zone: Type.Optional(Type.String({ maxLength: BOUNDS.textMax })),
  allowed_origins: Type.Optional(Type.Array(Type.String({ maxLength: BOUNDS.textMax }))),
  refund_approval_above: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: BOUNDS.amountMax }), Type.Null()], {
      description: `must be an integer from 0 to ${BOUNDS.amountMax}, or null`,
    }),
  ),
});

export const RefundLimitRaiseSchema = Type.Object({
  refund_approval_above: orNull(Minor),
  from: Moment,
  requested_by: Type.String(),
});

export const MerchantSchema = Type.Object({
  merchant_id: MerchantIdText,
  name: Type.String(),
  state: Type.Enum(["active", "suspended"]),
  suspended_since: orNull(Moment),
  live_since: orNull(Moment),
  response_style: Type.Enum(["flags", "codes"]),
  three_d_secure: Type.Enum(["optional", "always"]),
  on_hold_end: Type.Enum([...HOLD_ENDS]),
  time_zone: Type.String(),
  allowed_origins: Type.Array(Type.String()),
  refund_approval_above: orNull(Minor),
  refund_limit_raise: orNull(RefundLimitRaiseSchema),
  webhook_secret_since: Moment,
  old_secret_until: orNull(Moment),
  created_at: Moment,
});

export const MerchantCreatedSchema = Type.Object({
  ...MerchantSchema.properties,
  test_api_key: Type.String({ pattern: "^vz_test_" }),
  live_api_key: Type.String({ pattern: "^vz_live_" }),
  webhook_secret: Type.String({ pattern: "^whsec_" }),
});

export const MerchantListSchema = Type.Object({
  merchants: Type.Array(MerchantSchema),
  has_more: Type.Boolean(),
  next: orNull(MerchantIdText),
});

/** Body of `PUT /api/v1/admin/merchants/:merchant_id/live`. */
export const LiveSwitchSchema = Type.Object({ live: Type.Boolean() });

export const LivePointSchema = Type.Object({
  name: Type.Enum([...LIVE_POINTS]),
  state: Type.Enum(["done", "missing", "advice"]),
});

export const LiveSchema = Type.Object({
  live: Type.Boolean(),
  live_since: orNull(Moment),
  may_start: Type.Boolean(),
  points: Type.Array(LivePointSchema),
});

export type MerchantRequest = { Params: Static<typeof MerchantParams> };
export type NewMerchantBody = Static<typeof NewMerchantSchema>;
export type MerchantListQuery = Static<typeof MerchantListQuerySchema>;
export type MerchantChangeBody = Static<typeof MerchantChangeSchema>;
export type LiveSwitchBody = Static<typeof LiveSwitchSchema>;
