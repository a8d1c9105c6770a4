import type { Instant } from "../../kernel/clock.ts";
import type { UserId } from "../../kernel/ids.ts";
import type { Result } from "../../kernel/result.ts";
import type { Secret } from "../../kernel/secret.ts";

/** A person as an identity provider names them, in a token whose signature was verified. */
export type Identity = {
  readonly issuer: string;
  /** The provider's own id of the person, which never changes and is never given to another. */
  readonly subject: string;
  /** Absent if the provider gave none, or has not verified it. */
  readonly verifiedEmail: string | undefined;
  readonly groups: readonly string[];
};

/**
 * - `unreachable`: the provider gave no usable answer.
 * - `invalid`: its answer or token is not one that may be believed.
 */
export type IdentityRefusal = "unreachable" | "invalid";

/** The values that bind an answer of the provider to the browser that asked for it. */
export type IdentityQuestion = {
  readonly state: string;
  readonly nonce: string;
  /** The secret of which the question has only the hash (RFC 7636). */
  readonly verifier: Secret;
};

export type IdentityAnswer = {
  readonly code: Secret;
  /** The issuer that the answer names, if it names one (RFC 9207). */
  readonly issuer: string | undefined;
};

/** A provider that speaks OpenID Connect with the authorization code and PKCE. */
export interface IdentityProvider {
  /** Returns the address at which the person signs in. */
  askAt(question: IdentityQuestion): Promise<Result<string, IdentityRefusal>>;
  /** Redeems the code of an answer, and returns the person of its verified token. */
  redeem(
    question: IdentityQuestion,
    answer: IdentityAnswer,
  ): Promise<Result<Identity, IdentityRefusal>>;
}

/** A sign-in that waits for the person's return from the provider. */
export type IdentityAttempt = {
  /** SHA-256 of the state and of the token of the browser. */
  readonly stateHash: string;
  readonly browserHash: string;
  /** The page of the panel that was asked for. */
  readonly next: string;
  readonly expiresAt: Instant;
};

export interface IdentityStore {
  begin(attempt: IdentityAttempt): Promise<void>;
  /** Deletes the attempts whose time is over. */
  sweep(now: Instant): Promise<void>;
  /** Removes and returns an unexpired attempt of that browser, so that it is used once. */
  take(
    attempt: Pick<IdentityAttempt, "stateHash" | "browserHash">,
    now: Instant,
  ): Promise<IdentityAttempt | undefined>;
  /** Finds the user who signed in as this person before. */
  userOf(identity: Pick<Identity, "issuer" | "subject">): Promise<UserId | undefined>;
  /** Binds a person to a user; false if either is bound to another. */
  bind(
    userId: UserId,
    identity: Pick<Identity, "issuer" | "subject">,
    at: Instant,
  ): Promise<boolean>;
  /** Removes the person of a user. Returns false if there was none. */
  unbind(userId: UserId): Promise<boolean>;
  /** Lets a user sign in by password up to `until`, although passwords are switched off. */
  allowPassword(userId: UserId, until: Instant): Promise<void>;
  /** True if the user with this e-mail address has such a permit. */
  mayUsePassword(email: string, now: Instant): Promise<boolean>;
}
