import { Type } from "typebox";
import { EVENT_TYPES } from "../../domain/event/event.ts";
import { PaymentNoticeSchema, RefundNoticeSchema, SessionNoticeSchema } from "./event-data.ts";
import { Moment, orNull } from "./words.ts";

const EventIdText = Type.String({ pattern: "^evt_[0-9a-z]+$" });

export const EventSchema = Type.Object({
  id: EventIdText,
  type: Type.Enum([...EVENT_TYPES]),
  timestamp: Moment,
  data: Type.Union([PaymentNoticeSchema, RefundNoticeSchema, SessionNoticeSchema]),
});

export const EventListSchema = Type.Object({
  events: Type.Array(EventSchema),
  has_more: Type.Boolean(),
  next: orNull(EventIdText),
});

/** Server-sent events; each `data` is an event of the list. */
export const EventStreamSchema = Type.String();
