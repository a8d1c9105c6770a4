import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, UserId } from "../../kernel/ids.ts";
import type { AuditEntry, AuditFilter } from "./audit.ts";
import type { Identity } from "./identity.ts";
import type { Actor } from "./independence.ts";
import type { Scope } from "./scope.ts";
import type { Role, User, UserLanguage } from "./user.ts";

/** A user with the credentials that prove the identity. */
export type Account = {
  readonly user: User;
  readonly passwordHash: string;
};

/** Who gives access to another user, and when. */
export type GrantSource = { readonly by: Actor; readonly at: Instant };

export type UserChange = {
  readonly role?: Role;
  readonly language?: UserLanguage;
};

export type NewPassword = {
  readonly hash: string;
  /** True if another user or a command set the password. */
  readonly isTemporary: boolean;
  /** The hash that must still be stored, where the old password was verified. */
  readonly replaces?: string;
  /** The token hash of the session that stays open; by default all end. */
  readonly keepsSession?: string;
};

/**
 * The proof of a sign-in. It may have been revoked since, so the store looks at it again when it
 * opens the session:
 * - `password`: this hash is still the stored one.
 * - `code`: the pending session with this token hash is still there; it ends.
 * - `identity`: the user is still bound to this person of an identity provider.
 */
export type SignInProof =
  | { readonly kind: "password"; readonly hash: string }
  | { readonly kind: "code"; readonly pendingHash: string }
  | ({ readonly kind: "identity" } & Pick<Identity, "issuer" | "subject">);

export interface UserStore {
  create(account: Account): Promise<"created" | "email_taken">;
  findByEmail(email: string): Promise<Account | undefined>;
  find(userId: UserId): Promise<Account | undefined>;
  /** Lists the users of a merchant, or the operators if there is no merchant id. */
  list(merchantId: MerchantId | undefined): Promise<readonly User[]>;
  /** Lists all users, for the command line. */
  listAll(): Promise<readonly User[]>;
  /** Changes a user; with another role goes who gives it. */
  change(userId: UserId, change: UserChange, giving?: GrantSource): Promise<void>;
  /**
   * Sets the password. The user's sessions end, and a link at which the user could choose one.
   * Returns false, and changes nothing, if the hash that it replaces is not the stored one.
   */
  setPassword(userId: UserId, password: NewPassword): Promise<boolean>;
  /** Hashes of the last passwords, including the present one. */
  passwordHistory(userId: UserId): Promise<readonly string[]>;
  disable(userId: UserId, at: Instant): Promise<void>;
  /**
   * Enables the user; the days without a sign-in are counted from `at` on. `by` is absent at the
   * command line.
   */
  enable(userId: UserId, at: Instant, by?: Actor): Promise<void>;
  noteSignIn(userId: UserId, at: Instant): Promise<void>;
  /** Disables at `at` the users whose last use was earlier than `before`, and returns them. */
  disableUnused(before: Instant, at: Instant): Promise<readonly User[]>;

  /**
   * Activates an app's secret, with new recovery codes. Returns false, and activates nothing, if
   * the user has an active one, or the stored password or secret is not that of the facts any more.
   */
  confirmSecondFactor(userId: UserId, facts: SecondFactorFacts): Promise<boolean>;
  endSecondFactor(userId: UserId): Promise<void>;
  replaceRecoveryCodes(userId: UserId, hashes: readonly string[]): Promise<void>;
  /**
   * Records the time step of a used code. Returns false if a code of this step or a later one was
   * used before, so that a code is valid once.
   */
  takeStep(userId: UserId, step: number): Promise<boolean>;
  /** Uses up a recovery code. Returns true if it existed and was unused. */
  takeRecoveryCode(userId: UserId, hash: string, at: Instant): Promise<boolean>;
  recoveryCodesLeft(userId: UserId): Promise<number>;
}

export type SecondFactorFacts = {
  /** The stored form of the password that was verified. */
  readonly passwordHash: string;
  /** The stored form of the app's secret. */
  readonly storedSecret: string;
  readonly at: Instant;
  readonly step: number;
  readonly recoveryHashes: readonly string[];
};

/** A message that the next page shows once. */
export type Flash = { readonly kind: "done" | "refused" | "waits"; readonly text: string };

/** A session of the panel in one browser. */
export type PanelSession = {
  /** SHA-256 of the cookie's token. */
  readonly tokenHash: string;
  readonly ref: string;
  readonly userId: UserId;
  /** True if the password was right and the code is still missing. */
  readonly isPending: boolean;
  readonly hasSecondFactor: boolean;
  /** True if an identity provider, and no password, proved the identity. */
  readonly isByIdentity: boolean;
  /** When the password or a code was last entered in this session. */
  readonly confirmedAt: Instant | undefined;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: Instant;
  readonly seenAt: Instant;
  /** The end of the session, however much it is used. */
  readonly expiresAt: Instant;
};

export type SessionRenewal = {
  readonly tokenHash: string;
  readonly hasSecondFactor: boolean;
  readonly confirmedAt: Instant;
};

export interface PanelSessionStore {
  /**
   * Opens a session and ends the one with the token hash `replaces`. Returns false, and does
   * neither, if the proof does not hold any more.
   */
  open(session: PanelSession, proof: SignInProof, replaces?: string): Promise<boolean>;
  find(tokenHash: string): Promise<PanelSession | undefined>;
  touch(tokenHash: string, at: Instant): Promise<void>;
  /** Replaces the token and the rights of the session and keeps everything else. */
  renew(tokenHash: string, renewal: SessionRenewal): Promise<void>;
  confirm(tokenHash: string, at: Instant): Promise<void>;
  end(tokenHash: string): Promise<void>;
  endByRef(userId: UserId, ref: string): Promise<boolean>;
  /** Ends the sessions of a user, except the one with the token hash `except`; returns how many. */
  endAll(userId: UserId, except: string | undefined): Promise<number>;
  list(userId: UserId, now: Instant): Promise<readonly PanelSession[]>;
  leaveFlash(tokenHash: string, flash: Flash): Promise<void>;
  takeFlash(tokenHash: string): Promise<Flash | undefined>;
  /** Deletes the sessions that ended earlier than `before`. */
  sweep(before: Instant): Promise<void>;
}

/** Set-up addresses, at which the first owner of an installation creates an account. */
export interface SetUpStore {
  open(
    tokenHash: string,
    times: { readonly now: Instant; readonly expiresAt: Instant },
  ): Promise<void>;
  /** True while the token is unexpired and no user exists yet. */
  isOpen(tokenHash: string, now: Instant): Promise<boolean>;
  /**
   * Creates the first user and invalidates all set-up addresses. Returns false if the address is
   * invalid or a user exists.
   */
  close(tokenHash: string, first: Account): Promise<boolean>;
}

/** Links at which users choose a password. */
export interface PasswordLinkStore {
  /**
   * Stores a user's link; it replaces an earlier one of this user. Its opener reads it, so
   * this is access that the opener gives.
   */
  open(userId: UserId, link: OpenedLink): Promise<void>;
  /** The enabled user of an unexpired link. `setPassword` of the user store ends the link. */
  find(tokenHash: string, now: Instant): Promise<UserId | undefined>;
  /**
   * Ends a link at the moment `at`, which is access that its opener gives once more. Returns false
   * if it was ended or replaced before.
   */
  take(userId: UserId, tokenHash: string, at: Instant): Promise<boolean>;
}

export type OpenedLink = {
  readonly tokenHash: string;
  readonly now: Instant;
  readonly expiresAt: Instant;
  readonly openedBy: Actor;
};

/** The number of failed tries that are allowed, and the ms for which further ones are refused. */
export type TryLimit = {
  readonly most: number;
  readonly lockMs: number;
  /** The ms without a try after which the earlier tries are forgotten. */
  readonly memoryMs: number;
};

/** Counts tries across all processes, each exactly once even if many are simultaneous. */
export interface TryCounter {
  /** Counts a try. Returns the milliseconds to wait if the try is refused, else 0. */
  take(subject: string, limit: TryLimit, now: Instant): Promise<number>;
  /** Removes one try from the count of a subject. */
  giveBack(subject: string): Promise<void>;
  clear(subject: string): Promise<void>;
  /** Deletes the counters whose last try was earlier than `before`. */
  sweep(before: Instant): Promise<void>;
}

export interface AuditStore {
  append(entry: AuditEntry): Promise<void>;
  list(scope: Scope, filter: AuditFilter): Promise<readonly AuditEntry[]>;
}

/** Deliberately slow, with the same work for every password. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** Secrets of authenticator apps, in base 32, encrypted in the database. */
export interface CodeSecrets {
  /** Returns undefined if there is none, or if this machine lacks the key to decrypt it. */
  read(userId: UserId): Promise<string | undefined>;
  /**
   * Stores a secret for `confirmSecondFactor`, in place of an earlier one that is not active.
   * Returns its stored form, or undefined if the user has an active one.
   */
  keep(userId: UserId, secret: string): Promise<string | undefined>;
}

/** Codes of an authenticator app (RFC 6238). */
export interface OneTimeCodes {
  /** Returns the secret that consists of the first 160 bits of a text in hex. */
  secretFrom(hex: string): string;
  /** Returns the address that an app reads from a QR code. */
  enrolmentUri(secret: string, label: string): string;
  /** Returns the time step of a code, which may be one step off; `undefined` for a wrong code. */
  stepOf(secret: string, code: string, now: Instant): Promise<number | undefined>;
}
