import { Type, type Static } from "typebox";
import { FEED_STATES } from "../../../domain/account-feed/account-feed.ts";
import { FEED_HEALTH } from "../../../domain/account-feed/health.ts";
import { CONNECTION_HOSTS } from "../../../domain/connection/connection.ts";
import { BOUNDS } from "../../../kernel/bounds.ts";
import { Mode, Moment, orNull } from "../words.ts";
import { ConnectionCheckSchema } from "./connection.ts";
import { MerchantIdText } from "./merchant.ts";

const DAY_SECONDS = 86_400;
const Credentials = Type.Record(Type.String(), Type.String());
const Title = Type.String({ maxLength: BOUNDS.textMax });
const Pause = Type.Integer({ minimum: 15, maximum: DAY_SECONDS });

/** Body of `POST …/feeds`. */
export const NewFeedSchema = Type.Object({
  mode: Mode,
  protocol: Type.String({ maxLength: BOUNDS.textMax }),
  title: Title,
  credentials: Credentials,
  hosts: Type.Optional(Type.Enum([...CONNECTION_HOSTS])),
  extracts_of: Type.Optional(Type.String({ maxLength: BOUNDS.textMax })),
  every_seconds: Type.Optional(Pause),
  untested: Type.Optional(Type.Boolean()),
});

/** Body of `PATCH …/feeds/:feed_id`; an absent field stays as it is. */
export const FeedChangeSchema = Type.Object({
  title: Type.Optional(Title),
  state: Type.Optional(Type.Enum([...FEED_STATES])),
  every_seconds: Type.Optional(Pause),
  credentials: Type.Optional(Credentials),
  untested: Type.Optional(Type.Boolean()),
});

export const FeedSchema = Type.Object({
  feed_id: Type.String({ pattern: "^fed_[0-9a-z]+$" }),
  merchant_id: orNull(MerchantIdText),
  mode: orNull(Mode),
  state: Type.Enum([...FEED_STATES]),
  health: Type.Enum([...FEED_HEALTH]),
  title: Type.String(),
  protocol: Type.String(),
  extracts_of: orNull(Type.String()),
  hosts: Type.Enum([...CONNECTION_HOSTS]),
  credentials: Credentials,
  every_seconds: Type.Integer(),
  last_check: orNull(ConnectionCheckSchema),
  answered_at: orNull(Moment),
  news_at: orNull(Moment),
  due_at: Moment,
  created_at: Moment,
  updated_at: Moment,
});

export const FeedListSchema = Type.Object({ feeds: Type.Array(FeedSchema) });
export const FeedListQuerySchema = Type.Object({ mode: Type.Optional(Mode) });
export const FeedParams = Type.Object({ merchant_id: Type.String(), feed_id: Type.String() });

export type NewFeedBody = Static<typeof NewFeedSchema>;
export type FeedChangeBody = Static<typeof FeedChangeSchema>;
export type FeedListQuery = Static<typeof FeedListQuerySchema>;
export type FeedRequest = { Params: Static<typeof FeedParams> };
