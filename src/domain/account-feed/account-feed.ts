import type { CheckNote, ConnectionHosts } from "../connection/connection.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { LineOwner } from "../transfer/statement-line.ts";

/** `disabled` is looked at no more until it is enabled; its lines stay. */
export const FEED_STATES = ["active", "disabled"] as const;
export type FeedState = (typeof FEED_STATES)[number];

/** A way to see the transfers that arrive at bank accounts; the service looks by itself. */
export type AccountFeed = {
  readonly feedId: FeedId;
  /**
   * The merchant and mode whose payments its lines can complete; undefined for a feed of the
   * installation, each line of which goes to the merchant whose code it carries.
   */
  readonly owner: LineOwner | undefined;
  /** The name of the protocol, for example `garanti`. */
  readonly protocol: string;
  /** A name for people; unique among the feeds of an owner. */
  readonly title: string;
  /**
   * The connection, `acq_…` or `sandbox`, whose settlement extracts the feed brings; undefined for
   * one that brings the lines of accounts.
   */
  readonly extractsOf: string | undefined;
  /** The bank's own address, or the door of the test bank, in test mode only. */
  readonly hosts: ConnectionHosts;
  /** The credentials that are no secrets, for people. */
  readonly shownCredentials: Readonly<Record<string, string>>;
  /** The pause between two looks, in seconds. */
  readonly everySeconds: number;
  readonly state: FeedState;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
} & FeedProgress;

/** How far a feed was read, and the bank's last answers. */
export type FeedProgress = {
  /** When the next look is due. */
  readonly dueAt: Instant;
  /** Every line that the bank showed at this moment was taken; undefined before the first look. */
  readonly readUntil: Instant | undefined;
  /** The protocol's own notes for its next look, as JSON. */
  readonly memory: unknown;
  /** When the bank last answered a look in full. */
  readonly answeredAt: Instant | undefined;
  /** When a look last brought something new. */
  readonly newsAt: Instant | undefined;
  /** The looks that failed since the last one that did not. */
  readonly failures: number;
  /** The result of the last look or check; undefined before the first. */
  readonly lastCheck: CheckNote | undefined;
};

export const NO_PROGRESS: Omit<FeedProgress, "dueAt"> = {
  readUntil: undefined,
  memory: undefined,
  answeredAt: undefined,
  newsAt: undefined,
  failures: 0,
  lastCheck: undefined,
};
