import { HOUR, later, MINUTE, type Clock, type Instant } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import { randomText, type UserId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import type { Viewer } from "./scope.ts";
import type { User } from "./user.ts";
import type { PanelSession, PanelSessionStore, SignInProof, UserStore } from "./user-ports.ts";

/** 32 base-32 characters are 160 bits; the database keeps only their hash. */
const TOKEN_LENGTH = 32;
const REF_LENGTH = 16;

/**
 * How long a session lasts, unused and in total, and how long a sign-in may wait for its code. A
 * sign-in at the identity provider holds shorter, because only a new one tells whether the provider
 * still admits the person.
 */
export const SESSION_LIMITS = {
  idleMs: 15 * MINUTE,
  absoluteMs: 12 * HOUR,
  byIdentityMs: HOUR,
  pendingMs: 10 * MINUTE,
} as const;

/**
 * The time of last use is written at most this often, because otherwise every page would be a
 * commit.
 */
const TOUCH_EVERY_MS = MINUTE;

export type SessionDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly panelSessions: PanelSessionStore;
};

/** The browser that signs in. */
export type Browser = { readonly address: string; readonly userAgent: string };

export type NewPanelSession = {
  readonly userId: UserId;
  readonly isPending: boolean;
  readonly hasSecondFactor: boolean;
  /** By default false. */
  readonly isByIdentity?: boolean;
  readonly browser: Browser;
  readonly proof: SignInProof;
  /** The earlier session of this browser, which ends. */
  readonly replaces: PanelSession | undefined;
};

/**
 * Opens a session. Returns the token for the cookie, which is stored nowhere, or undefined if the
 * proof was revoked during the sign-in.
 */
export async function openPanelSession(
  deps: SessionDeps,
  session: NewPanelSession,
): Promise<string | undefined> {
  const now = deps.clock.now();
  const token = randomText(deps.random, TOKEN_LENGTH);
  const { userId, isPending, hasSecondFactor, isByIdentity = false, browser } = session;
  const opened: PanelSession = {
    tokenHash: deps.digest.sha256(token),
    ref: randomText(deps.random, REF_LENGTH),
    userId,
    isPending,
    hasSecondFactor,
    isByIdentity,
    confirmedAt: undefined,
    address: browser.address,
    userAgent: browser.userAgent.slice(0, 255),
    createdAt: now,
    seenAt: now,
    expiresAt: later(now, lifetimeOf({ isPending, isByIdentity })),
  };
  const { proof, replaces } = session;
  const isOpen = await deps.panelSessions.open(opened, proof, replaces?.tokenHash);
  return isOpen ? token : undefined;
}

function lifetimeOf({
  isPending,
  isByIdentity,
}: Pick<PanelSession, "isPending" | "isByIdentity">): number {
  const { pendingMs, byIdentityMs, absoluteMs } = SESSION_LIMITS;
  if (isPending) return pendingMs;
  return isByIdentity ? byIdentityMs : absoluteMs;
}

/**
 * Gives a session a new token when its rights grow, so that a token that leaked earlier is
 * worthless. Called only after the user has proved the identity.
 */
export async function renewPanelSession(
  deps: SessionDeps,
  session: PanelSession,
  { hasSecondFactor }: Pick<PanelSession, "hasSecondFactor">,
): Promise<string> {
  const token = randomText(deps.random, TOKEN_LENGTH);
  const tokenHash = deps.digest.sha256(token);
  const confirmedAt = deps.clock.now();
  await deps.panelSessions.renew(session.tokenHash, { tokenHash, hasSecondFactor, confirmedAt });
  await deps.panelSessions.endAll(session.userId, tokenHash);
  return token;
}

/** The ways of signing in that the settings have open. */
export type OpenWays = {
  /** Undefined if no identity provider is set. */
  readonly identity: object | undefined;
  /** True if passwords are switched on, or if the account with the address has a permit. */
  readonly mayUsePassword: (email: string) => Promise<boolean>;
};

export type SignedIn = Viewer & { readonly session: PanelSession };

/**
 * Returns the session of a token, or undefined if the token is unknown, the session has ended, or
 * its user may no longer sign in, or not in the way in which the session was opened.
 */
export async function readPanelSession(
  deps: SessionDeps & OpenWays & { readonly users: UserStore },
  token: string,
): Promise<SignedIn | undefined> {
  const session = await deps.panelSessions.find(deps.digest.sha256(token));
  const now = deps.clock.now();
  if (session === undefined || hasEnded(session, now)) return undefined;
  const account = await deps.users.find(session.userId);
  if (account === undefined || account.user.disabledAt !== undefined) return undefined;
  if (!(await isWayOpen(deps, session, account.user))) return undefined;
  if (now >= later(session.seenAt, TOUCH_EVERY_MS)) {
    await deps.panelSessions.touch(session.tokenHash, now);
  }
  return { user: account.user, hasSecondFactor: session.hasSecondFactor, session };
}

async function isWayOpen(
  { identity, mayUsePassword }: OpenWays,
  { isByIdentity }: PanelSession,
  { email }: Pick<User, "email">,
): Promise<boolean> {
  return isByIdentity ? identity !== undefined : mayUsePassword(email);
}

function hasEnded(session: PanelSession, now: Instant): boolean {
  return now >= session.expiresAt || now >= later(session.seenAt, SESSION_LIMITS.idleMs);
}
