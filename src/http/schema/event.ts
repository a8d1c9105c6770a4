import { Type, type Static } from "typebox";
import { EVENT_TYPES } from "../../domain/event/event.ts";
import { BOUNDS } from "../../kernel/bounds.ts";

const TYPE = EVENT_TYPES.map((type) => type.replace(".", "\\.")).join("|");

const TypesText = Type.Optional(
  Type.String({
    pattern: `^(${TYPE})(,(${TYPE}))*$`,
    maxLength: BOUNDS.addressMax,
    description: `must be one or more of ${EVENT_TYPES.join(", ")}, separated by commas`,
  }),
);

const EventIdText = Type.String({
  pattern: "^evt_[0-9a-z]{27}$",
  description: "must be the id of an event (evt_…)",
});

/** Query of `GET /api/v1/events`. */
export const EventListQuerySchema = Type.Object({
  after: Type.Optional(EventIdText),
  order: Type.Optional(Type.Enum(["asc", "desc"])),
  type: TypesText,
  limit: Type.Optional(
    Type.String({
      pattern: "^([1-9]\\d?|100)$",
      description: `must be a whole number from 1 to ${BOUNDS.perPageMax}`,
    }),
  ),
});

/** Query of `GET /api/v1/events/stream`. */
export const EventStreamQuerySchema = Type.Object({
  after: Type.Optional(EventIdText),
  type: TypesText,
});

export type EventListQuery = Static<typeof EventListQuerySchema>;
export type EventStreamQuery = Static<typeof EventStreamQuerySchema>;
