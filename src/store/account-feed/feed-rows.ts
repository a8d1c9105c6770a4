import {
  FEED_STATES,
  type AccountFeed,
  type FeedProgress,
} from "../../domain/account-feed/account-feed.ts";
import { CONNECTION_HOSTS, type CheckNote } from "../../domain/connection/connection.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { OWNER } from "../transfer/statement-line-rows.ts";

const PROGRESS = {
  dueAt: column.instant("due_at"),
  readUntil: optional(column.instant("read_until")),
  memory: optional(column.json<unknown>("memory")),
  answeredAt: optional(column.instant("answered_at")),
  newsAt: optional(column.instant("news_at")),
  failures: column.integer("failures"),
  lastCheck: optional(column.json<CheckNote>("last_check")),
};

/** The part that a look writes. */
export const FEED_PROGRESS = record<FeedProgress>(PROGRESS);

/** A feed without its credentials. */
export const FEED = record<AccountFeed>({
  feedId: column.id("feed_id"),
  owner: optional(OWNER),
  protocol: column.text("protocol"),
  title: column.text("title"),
  extractsOf: optional(column.text("extracts_of")),
  hosts: column.oneOf("hosts", CONNECTION_HOSTS),
  shownCredentials: column.json("shown_credentials"),
  everySeconds: column.integer("every_seconds"),
  state: column.oneOf("state", FEED_STATES),
  createdAt: column.instant("created_at"),
  updatedAt: column.instant("updated_at"),
  ...PROGRESS,
});
