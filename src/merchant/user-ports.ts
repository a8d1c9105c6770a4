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
  readonly passwordHash?: string;
  /** Null enables again. */
  readonly disabledAt?: Instant | null;
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
export type PanelNotice = { readonly kind: "done" | "refused"; readonly text: string };

/** A browser that somebody has signed in with. */
export type PanelSession = {
  /** SHA-256 of the cookie's token. */
  readonly tokenHash: string;
  readonly ref: string;
  readonly userId: UserId;
  /** The password was right, the code is still to come. */
  readonly isPending: boolean;
  readonly hasSecondFactor: boolean;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: Instant;
  readonly seenAt: Instant;
  /** However much it is used. */
  readonly expiresAt: Instant;
};

export interface PanelSessionStore {
  open(session: PanelSession): Promise<void>;
  find(tokenHash: string): Promise<PanelSession | undefined>;
  touch(tokenHash: string, at: Instant): Promise<void>;
  setSecondFactor(tokenHash: string, has: boolean): Promise<void>;
  end(tokenHash: string): Promise<void>;
  endByRef(userId: UserId, ref: string): Promise<boolean>;
  /** Ends those of a user, except the one named. */
  endAll(userId: UserId, except: string | undefined): Promise<number>;
  list(userId: UserId, now: Instant): Promise<readonly PanelSession[]>;
  leaveNotice(tokenHash: string, notice: PanelNotice): Promise<void>;
  takeNotice(tokenHash: string): Promise<PanelNotice | undefined>;
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
