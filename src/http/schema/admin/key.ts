import { Type, type Static } from "typebox";
import { KEY_NETWORKS_MAX } from "../../../domain/merchant/create-key.ts";
import { KEY_RIGHTS } from "../../../domain/merchant/key-right.ts";
import { BOUNDS } from "../../../kernel/bounds.ts";
import { Mode, Moment, orNull } from "../words.ts";
import { MerchantIdText } from "./merchant.ts";

const KeyRef = Type.String({ pattern: "^[0-9a-f]{16}$" });

const Rights = Type.Array(Type.Enum([...KEY_RIGHTS]), {
  minItems: 1,
  maxItems: KEY_RIGHTS.length,
  description: "must have one right at least",
});

/** The longest lifetime of a key that ends, and the longest time for which a replaced one works. */
const DAYS_MAX = 730;
const GRACE_HOURS_MAX = 720;

/** Body of `POST …/keys`. */
export const NewKeySchema = Type.Object({
  mode: Mode,
  name: Type.String({ minLength: 1, maxLength: BOUNDS.textMax }),
  rights: Rights,
  networks: Type.Optional(
    Type.Array(Type.String({ maxLength: BOUNDS.textMax }), { maxItems: KEY_NETWORKS_MAX }),
  ),
  expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: DAYS_MAX })),
});

/** Body of `POST …/keys/roll`. */
export const RollKeySchema = Type.Object({
  mode: Mode,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: BOUNDS.textMax })),
  grace_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: GRACE_HOURS_MAX })),
});

export const MerchantKeySchema = Type.Object({
  key_ref: KeyRef,
  mode: Mode,
  name: orNull(Type.String()),
  last_four: Type.String(),
  rights: orNull(Type.Array(Type.Enum([...KEY_RIGHTS]))),
  refunds_above_limit_from: orNull(Moment),
  networks: Type.Array(Type.String()),
  created_at: Moment,
  created_by: orNull(Type.String()),
  used_at: orNull(Moment),
  used_from: orNull(Type.String()),
  ends_at: orNull(Moment),
});

export const MerchantKeyCreatedSchema = Type.Object({
  ...MerchantKeySchema.properties,
  api_key: Type.String({ pattern: "^vz_(test|live)_" }),
});

export const MerchantKeyRolledSchema = Type.Object({
  mode: Mode,
  name: orNull(Type.String()),
  api_key: Type.String({ pattern: "^vz_(test|live)_" }),
  old_key_until: orNull(Moment),
});

export const MerchantKeyListSchema = Type.Object({ keys: Type.Array(MerchantKeySchema) });

export const MerchantKeyEndedSchema = Type.Object({
  ended: Type.Literal(true),
  key_ref: KeyRef,
});

/** Body of `POST …/webhook-secret/roll`. */
export const RollSecretSchema = Type.Object({
  overlap_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: GRACE_HOURS_MAX })),
});

export const MerchantSecretRolledSchema = Type.Object({
  merchant_id: MerchantIdText,
  webhook_secret: Type.String({ pattern: "^whsec_" }),
  old_secret_until: orNull(Moment),
});

export const KeyParams = Type.Object({ merchant_id: Type.String(), key_ref: Type.String() });

export type NewKeyBody = Static<typeof NewKeySchema>;
export type RollKeyBody = Static<typeof RollKeySchema>;
export type RollSecretBody = Static<typeof RollSecretSchema>;
export type KeyRequest = { Params: Static<typeof KeyParams> };
