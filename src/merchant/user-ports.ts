import type { Instant } from "../kernel/clock.ts";
import type { MerchantId, UserId } from "../kernel/ids.ts";
import type { AuditEntry, AuditFilter } from "./audit.ts";
import type { Scope } from "./scope.ts";
import type { Role, User, UserLanguage } from "./user.ts";

/** A user with what proves that it is them. */
export type Account = {
  readonly user: User;
  readonly passwordHash: string;
};

export type UserChange = {
  readonly role?: Role;
  readonly language?: UserLanguage;
};

export type NewPassword = {
  readonly hash: string;
  /** Whether another user or a command made it. */
  readonly isTemporary: boolean;
};

export interface UserStore {
  create(account: Account): Promise<"created" | "email_taken">;
  findByEmail(email: string): Promise<Account | undefined>;
  find(userId: UserId): Promise<Account | undefined>;
  /** The users of a merchant, or without one the operators. */
  list(merchantId: MerchantId | undefined): Promise<readonly User[]>;
  /** Everybody, for the command line. */
  listAll(): Promise<readonly User[]>;
  change(userId: UserId, change: UserChange): Promise<void>;
  setPassword(userId: UserId, password: NewPassword): Promise<void>;
  /** Hashes of the last passwords, the present one among them. */
  passwordHistory(userId: UserId): Promise<readonly string[]>;
  disable(userId: UserId, at: Instant): Promise<void>;
  /** Enables the user; the time without use counts from then on. */
  enable(userId: UserId, at: Instant): Promise<void>;
  noteSignIn(userId: UserId, at: Instant): Promise<void>;
  /** Disables those who were last used before then; resolves to them. */
  disableUnused(before: Instant, at: Instant): Promise<readonly User[]>;

  /** Puts the secret of an app in force, with new recovery codes. */
  confirmSecondFactor(userId: UserId, facts: SecondFactorFacts): Promise<void>;
  endSecondFactor(userId: UserId): Promise<void>;
  replaceRecoveryCodes(userId: UserId, hashes: readonly string[]): Promise<void>;
  /** Whether the step is later than every one before, which it then is no more. */
  takeStep(userId: UserId, step: number): Promise<boolean>;
  /** Whether the code was there and unused. */
  takeRecoveryCode(userId: UserId, hash: string, at: Instant): Promise<boolean>;
  recoveryCodesLeft(userId: UserId): Promise<number>;
}

export type SecondFactorFacts = {
  readonly at: Instant;
  readonly step: number;
  readonly recoveryHashes: readonly string[];
};

/** What the next page says, once. */
export type Flash = { readonly kind: "done" | "refused"; readonly text: string };

/** A browser that somebody has signed in with. */
export type PanelSession = {
  /** SHA-256 of the cookie's token. */
  readonly tokenHash: string;
  readonly ref: string;
  readonly userId: UserId;
  /** The password was right, the code is still to come. */
  readonly isPending: boolean;
  readonly hasSecondFactor: boolean;
  /** When the password or a code was last given within this session. */
  readonly confirmedAt: Instant | undefined;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: Instant;
  readonly seenAt: Instant;
  /** However much it is used. */
  readonly expiresAt: Instant;
};

export type SessionRenewal = {
  readonly tokenHash: string;
  readonly hasSecondFactor: boolean;
  readonly confirmedAt: Instant;
};

export interface PanelSessionStore {
  open(session: PanelSession): Promise<void>;
  find(tokenHash: string): Promise<PanelSession | undefined>;
  touch(tokenHash: string, at: Instant): Promise<void>;
  /** Replaces the token and what the session may do; everything else of it stays. */
  renew(tokenHash: string, renewal: SessionRenewal): Promise<void>;
  confirm(tokenHash: string, at: Instant): Promise<void>;
  end(tokenHash: string): Promise<void>;
  endByRef(userId: UserId, ref: string): Promise<boolean>;
  /** Ends those of a user, except the one named. */
  endAll(userId: UserId, except: string | undefined): Promise<number>;
  list(userId: UserId, now: Instant): Promise<readonly PanelSession[]>;
  leaveFlash(tokenHash: string, flash: Flash): Promise<void>;
  takeFlash(tokenHash: string): Promise<Flash | undefined>;
  /** Removes those that ended before then. */
  sweep(before: Instant): Promise<void>;
}

/** Addresses on which the first owner of an installation introduces themselves. */
export interface SetUpStore {
  open(
    tokenHash: string,
    times: { readonly now: Instant; readonly expiresAt: Instant },
  ): Promise<void>;
  /** Whether it is in force, which none is once there is a user. */
  isOpen(tokenHash: string, now: Instant): Promise<boolean>;
  /** Uses up every address for the first user; false where it is used up, or somebody is there. */
  close(tokenHash: string, first: Account): Promise<boolean>;
}

/** How many tries there may be, and for how long there is none after them. */
export type TryLimit = {
  readonly most: number;
  readonly lockMs: number;
  /** After so long without a try the earlier ones are forgotten. */
  readonly memoryMs: number;
};

/** Counts tries for all processes together, each exactly once however many come at a time. */
export interface TryCounter {
  /** Counts a try; resolves to the milliseconds to wait where it must not be made. */
  take(subject: string, limit: TryLimit, now: Instant): Promise<number>;
  /** Gives one try back. */
  giveBack(subject: string): Promise<void>;
  clear(subject: string): Promise<void>;
  /** Forgets what was last tried before then. */
  sweep(before: Instant): Promise<void>;
}

export interface AuditStore {
  append(entry: AuditEntry): Promise<void>;
  list(scope: Scope, filter: AuditFilter): Promise<readonly AuditEntry[]>;
}

/** Slow on purpose, and the same work for every password. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/**
 * Secrets of authenticator apps, in base 32, sealed where they are kept. A user has one from when
 * the second factor is begun to be set up.
 */
export interface CodeSecrets {
  /** `undefined` where there is none, or this machine lacks the key to open it. */
  read(userId: UserId): Promise<string | undefined>;
  /** Keeps one that is not yet in force; of two windows at one time the first one's stays. */
  begin(userId: UserId, secret: string): Promise<void>;
  /** Seals what a release before kept in clear. */
  sealClear(): Promise<void>;
}

/** Codes of an authenticator app (RFC 6238). */
export interface OneTimeCodes {
  newSecret(): string;
  /** The address that an app reads from a QR code. */
  enrolmentUri(secret: string, label: string): string;
  /** The time step that a code is of, one to either side of now; `undefined` for a wrong one. */
  stepOf(secret: string, code: string, now: Instant): Promise<number | undefined>;
}
