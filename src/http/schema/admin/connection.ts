import { Type, type Static } from "typebox";
import { CONNECTION_HOSTS, CONNECTION_STATES } from "../../../domain/connection/connection.ts";
import { HOLD_DAYS_MAX } from "../../../domain/connection/check-connection.ts";
import { BOUNDS } from "../../../kernel/bounds.ts";
import { CurrencyCode, Minor, Mode, Moment, orNull } from "../words.ts";
import { MerchantIdText } from "./merchant.ts";

const LIST_MAX = 100;
const ConnectionIdText = Type.String({ pattern: "^acq_[0-9a-z]+$" });
const Texts = Type.Array(Type.String({ maxLength: BOUNDS.textMax }), { maxItems: LIST_MAX });
const Credentials = Type.Record(Type.String(), Type.String());

const amount = (rule: string) =>
  Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: BOUNDS.amountMax }), Type.Null()], {
      description: `must be ${rule}, or null`,
    }),
  );
const moment = Type.Optional(
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description: "must be a moment such as 2026-12-01T00:00:00Z, or null",
  }),
);

const SETTINGS = {
  title: Type.Optional(Type.String({ maxLength: BOUNDS.textMax })),
  model: Type.Optional(Type.String({ maxLength: BOUNDS.textMax })),
  accepted_md_status: Type.Optional(Texts),
  mail_order: Type.Optional(Type.Boolean()),
  installment_counts: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: BOUNDS.installmentsMax }), {
      maxItems: LIST_MAX,
    }),
  ),
  programs: Type.Optional(Texts),
  currencies: Type.Optional(Texts),
  amount_min: amount("an amount in minor units"),
  amount_max: amount("an amount in minor units"),
  weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  hold_days: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: HOLD_DAYS_MAX }), Type.Null()], {
      description: `must be an integer from 1 to ${HOLD_DAYS_MAX}, or null`,
    }),
  ),
  active_from: moment,
  active_until: moment,
};

/** Body of `POST …/connections`. */
export const NewConnectionSchema = Type.Object({
  mode: Mode,
  protocol: Type.String({ maxLength: BOUNDS.textMax }),
  bank: Type.String({ maxLength: BOUNDS.textMax }),
  hosts: Type.Optional(Type.Enum([...CONNECTION_HOSTS])),
  credentials: Credentials,
  untested: Type.Optional(Type.Boolean()),
  ...SETTINGS,
  title: Type.String({ maxLength: BOUNDS.textMax }),
});

/** Body of `PATCH …/connections/:connection_id`; an absent field stays as it is. */
export const ConnectionChangeSchema = Type.Object({
  state: Type.Optional(Type.Enum([...CONNECTION_STATES])),
  credentials: Type.Optional(Credentials),
  untested: Type.Optional(Type.Boolean()),
  ...SETTINGS,
});

export const ConnectionCheckSchema = Type.Object({
  kind: Type.Enum(["ready", "refused", "unknown"]),
  code: orNull(Type.String()),
  message: orNull(Type.String()),
  at: Moment,
});

export const StoreKeySchema = Type.Object({
  state: Type.Enum(["proved", "unproved", "doubted", "refused", "not_signed"]),
  at: orNull(Moment),
  code: orNull(Type.String()),
  message: orNull(Type.String()),
});

export const ConnectionSchema = Type.Object({
  connection_id: ConnectionIdText,
  merchant_id: MerchantIdText,
  mode: Mode,
  state: Type.Enum([...CONNECTION_STATES]),
  title: Type.String(),
  protocol: Type.String(),
  bank: Type.String(),
  bank_code: Type.String(),
  terminal: Type.String(),
  hosts: Type.Enum([...CONNECTION_HOSTS]),
  credentials: Credentials,
  model: orNull(Type.String()),
  accepted_md_status: Type.Array(Type.String()),
  mail_order: Type.Boolean(),
  installment_counts: Type.Array(Type.Integer()),
  programs: Type.Array(Type.String()),
  currencies: Type.Array(CurrencyCode),
  amount_min: orNull(Minor),
  amount_max: orNull(Minor),
  weight: Type.Integer(),
  hold_days: orNull(Type.Integer({ minimum: 1, maximum: HOLD_DAYS_MAX })),
  active_from: orNull(Moment),
  active_until: orNull(Moment),
  last_check: orNull(ConnectionCheckSchema),
  store_key: StoreKeySchema,
  created_at: Moment,
  updated_at: Moment,
});

export const ConnectionListSchema = Type.Object({ connections: Type.Array(ConnectionSchema) });
export const ConnectionListQuerySchema = Type.Object({ mode: Type.Optional(Mode) });
export const ConnectionParams = Type.Object({
  merchant_id: Type.String(),
  connection_id: Type.String(),
});

export const ProtocolBankSchema = Type.Object({
  bank: Type.String(),
  title: Type.String(),
  bank_code: Type.String(),
  has_live: Type.Boolean(),
  has_test: Type.Boolean(),
});

export const ProtocolCredentialSchema = Type.Object({
  name: Type.String(),
  title: Type.String(),
  is_secret: Type.Boolean(),
  is_required: Type.Boolean(),
});

export const ProtocolSchema = Type.Object({
  protocol: Type.String(),
  title: Type.String(),
  banks: Type.Array(ProtocolBankSchema),
  models: Type.Array(Type.String()),
  marks_mail_order: Type.Boolean(),
  credentials: Type.Array(ProtocolCredentialSchema),
});

export const ProtocolParams = Type.Object({ protocol: Type.String() });

export type NewConnectionBody = Static<typeof NewConnectionSchema>;
export type ConnectionChangeBody = Static<typeof ConnectionChangeSchema>;
export type ConnectionListQuery = Static<typeof ConnectionListQuerySchema>;
export type ProtocolRequest = { Params: Static<typeof ProtocolParams> };
export type ConnectionRequest = { Params: Static<typeof ConnectionParams> };
