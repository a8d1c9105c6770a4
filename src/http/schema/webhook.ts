import { Type, type Static } from "typebox";
import { EVENT_TYPES } from "../../domain/event/event.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import { Mode, Moment, orNull } from "./words.ts";

const EndpointIdText = Type.String({ pattern: "^whe_[0-9a-z]+$" });

const Types = Type.Array(Type.Enum([...EVENT_TYPES]), { minItems: 1, maxItems: 50 });

/** Body of `POST /api/v1/webhook-endpoints`. */
export const NewEndpointSchema = Type.Object({
  url: Type.String({ maxLength: BOUNDS.urlMax }),
  description: Type.Optional(Type.String({ maxLength: BOUNDS.textMax })),
  events: Type.Optional(Types),
});

export const EndpointParams = Type.Object({ endpoint_id: Type.String() });

export const EndpointSchema = Type.Object({
  endpoint_id: EndpointIdText,
  mode: Mode,
  url: Type.String(),
  description: Type.String(),
  events: orNull(Types),
  state: Type.Enum(["enabled", "disabled"]),
  disabled_reason: orNull(Type.Enum(["by_hand", "gone", "failing"])),
  created_at: Moment,
});

export const EndpointCreatedSchema = Type.Object({
  ...EndpointSchema.properties,
  secret: Type.String({ pattern: "^whsec_" }),
});

export const EndpointListSchema = Type.Object({ endpoints: Type.Array(EndpointSchema) });

export const EndpointRemovedSchema = Type.Object({
  removed: Type.Literal(true),
  endpoint_id: EndpointIdText,
});

export type NewEndpointBody = Static<typeof NewEndpointSchema>;
export type EndpointRequest = { Params: Static<typeof EndpointParams> };
