import { Type, type Static } from "typebox";
import { BOUNDS } from "../../../kernel/bounds.ts";
import { DISABLED_REASONS, ROLES } from "../../../domain/merchant/user.ts";
import { Moment, orNull } from "../words.ts";
import { MerchantIdText } from "./merchant.ts";

const RoleText = Type.Enum([...ROLES]);
const StateText = Type.Enum(["enabled", "disabled"]);

/** Body of `POST …/users`. */
export const NewUserSchema = Type.Object({
  email: Type.String({ maxLength: BOUNDS.textMax }),
  role: RoleText,
  language: Type.Optional(Type.Enum(["tr", "en"])),
});

/** Body of `PATCH …/users/:user_id`; an absent field stays as it is. */
export const UserChangeSchema = Type.Object({
  role: Type.Optional(RoleText),
  state: Type.Optional(StateText),
});

export const PanelUserSchema = Type.Object({
  user_id: Type.String({ pattern: "^usr_[0-9a-z]{16}$" }),
  email: Type.String(),
  role: RoleText,
  merchant_id: orNull(MerchantIdText),
  state: StateText,
  second_factor: Type.Boolean(),
  disabled_reason: orNull(Type.Enum([...DISABLED_REASONS])),
  used_at: Moment,
  created_at: Moment,
});

export const UserInvitedSchema = Type.Object({
  ...PanelUserSchema.properties,
  choose_password_url: Type.String(),
  url_expires_at: Moment,
});

export const PanelUserListSchema = Type.Object({ users: Type.Array(PanelUserSchema) });

export const UserParams = Type.Object({ merchant_id: Type.String(), user_id: Type.String() });

export type NewUserBody = Static<typeof NewUserSchema>;
export type UserChangeBody = Static<typeof UserChangeSchema>;
export type UserRequest = { Params: Static<typeof UserParams> };
