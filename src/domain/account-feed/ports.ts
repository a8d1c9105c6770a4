import type { Instant } from "../../kernel/clock.ts";
import type { FeedId, MerchantId } from "../../kernel/ids.ts";
import type { CheckNote } from "../connection/connection.ts";
import type { Credentials } from "../connection/ports.ts";
import type { SettlementSource } from "../settlement/ports.ts";
import type { LineOwner, StatementLine } from "../transfer/statement-line.ts";
import type { AccountFeed, FeedProgress, FeedState } from "./account-feed.ts";
import type { FeedForm } from "./feed-form.ts";

/** A protocol by which banks show incoming transfers. */
export interface FeedProtocol {
  readonly form: FeedForm;
  /** Reads the account once. It throws only what `take` throws. */
  look(look: FeedLook): Promise<FeedAnswer>;
  /** Asks the bank something harmless that needs the credentials. */
  check(feed: AccountFeed, credentials: Credentials, now: Instant): Promise<FeedAnswer>;
}

export type FeedLook = {
  readonly feed: AccountFeed;
  readonly credentials: Credentials;
  /** Every line from this moment on is to be taken, whether it was taken before or not. */
  readonly from: Instant;
  readonly now: Instant;
  /** Stores the lines that are not stored yet. */
  readonly take: (lines: readonly StatementLine[]) => Promise<void>;
  /** Takes the files of a feed of settlement extracts; undefined for one of accounts. */
  readonly extracts: ExtractIntake | undefined;
  /** False once the process ends: the look is given up before its next call. */
  readonly mayGoOn: () => boolean;
};

export type ExtractIntake = {
  /** It changes whenever files that were refused may be readable. */
  readonly form: string;
  /**
   * Takes the rows that were not taken before. Returns the reasons why parts of the file were not
   * taken; undefined if the reader itself has failed.
   */
  readonly take: (file: Uint8Array) => Promise<readonly string[] | undefined>;
};

/** Reads the extracts of a connection and compares them with the books. */
export interface ExtractImport {
  /** Names how extracts are read now; another name may read files that were refused. */
  formOf(source: SettlementSource): Promise<string>;
  /** Takes each row of a file once, whatever file brings it. Undefined as for an intake. */
  take(source: SettlementSource, file: Uint8Array, by: string): Promise<TakenExtract | undefined>;
}

/** `fresh` counts the rows that no earlier file has settled. */
export type TakenExtract = { readonly fresh: number; readonly reasons: readonly string[] };

export type FeedAnswer =
  | {
      readonly kind: "read";
      /** For the next look, as JSON. */
      readonly memory?: unknown;
      /** Lines or files that were not understood; they are read again until they are. */
      readonly setAside: readonly SetAside[];
    }
  /** `refused`: a person must change something. `unknown`: no answer, or no clear one. */
  | {
      readonly kind: "refused" | "unknown";
      readonly code: string;
      readonly message?: string;
      /** The bank asks for a pause. */
      readonly pauseMs?: number;
    };

export type SetAside = {
  /** The bank's own name of the line or file. */
  readonly name: string;
  readonly reason: string;
};

export type FeedWrite = "written" | "title_taken" | "too_many" | "changed_meanwhile";

/**
 * A feed whose look a process has begun; no other process begins one until the lease ends. The
 * lease's end is its `dueAt`, until the look is recorded.
 */
export type ClaimedFeed = { readonly feed: AccountFeed; readonly leasedUntil: Instant };

export type FeedClaim = {
  readonly now: Instant;
  readonly leaseUntil: Instant;
  readonly limit: number;
  /**
   * Merchants for which no further feed is looked at, because enough looks of theirs are under way.
   */
  readonly without: readonly MerchantId[];
};

/** The stored feeds; their credentials are encrypted by the vault. */
export interface FeedStore {
  create(feed: AccountFeed, credentials: Credentials, most: number): Promise<FeedWrite>;
  /** Writes settings, and the credentials if they are given; the next look is due at once. */
  change(
    feed: AccountFeed,
    credentials: Credentials | undefined,
    before: Pick<AccountFeed, "updatedAt">,
  ): Promise<FeedWrite>;
  /** Stores a feed whose credentials are stored nowhere; one that is there becomes due. */
  keep(feed: AccountFeed): Promise<void>;
  changeState(feedId: FeedId, to: FeedState, at: Instant): Promise<void>;
  noteCheck(feedId: FeedId, check: CheckNote): Promise<void>;
  find(feedId: FeedId): Promise<AccountFeed | undefined>;
  /** The feeds of a merchant and mode, or with `undefined` those of the installation. */
  list(owner: LineOwner | undefined): Promise<readonly AccountFeed[]>;
  listAll(): Promise<readonly AccountFeed[]>;
  /** Begins looks at feeds that are due. */
  claim(claim: FeedClaim): Promise<readonly ClaimedFeed[]>;
  /** Prolongs the lease of a look; false if it has passed on to another process. */
  renew(claimed: ClaimedFeed, leaseUntil: Instant): Promise<boolean>;
  /** Writes the progress of a look and ends its lease, unless the lease has passed on. */
  recordLook(claimed: ClaimedFeed, progress: FeedProgress): Promise<void>;
  /** Makes the next look due at once. */
  wake(feedId: FeedId, at: Instant): Promise<void>;
  /** The credentials; undefined if this machine can't decrypt them, which is reported. */
  open(feedId: FeedId): Promise<Credentials | undefined>;
}
