import type { Secret } from "../kernel/secret.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import {
  knownDevice,
  rememberDevice,
  type DeviceText,
  type KnownDeviceDeps,
} from "./known-device.ts";
import { takeCode } from "./one-time-code.ts";
import { openPanelSession, type Browser, type SessionDeps } from "./panel-session.ts";
import type { SignInGuard } from "./sign-in-guard.ts";
import { parseEmail, type User } from "./user.ts";
import type {
  CodeSecrets,
  OneTimeCodes,
  PanelSession,
  PasswordHasher,
  UserStore,
} from "./user-ports.ts";

export type SignInDeps = SessionDeps &
  KnownDeviceDeps & {
    readonly users: UserStore;
    readonly hasher: PasswordHasher;
    readonly codes: OneTimeCodes;
    readonly codeSecrets: CodeSecrets;
    readonly signInGuard: SignInGuard;
    /** A hash of no password, so that an unknown user costs what a known one does. */
    readonly decoyHash: string;
  };

/** What an attempt comes from: its limits are counted by the device or the network. */
export type SignInBrowser = Browser & {
  readonly network: string;
  /** What it keeps of earlier sign-ins; empty where it keeps nothing. */
  readonly device: DeviceText;
};

export type SignInCommand = {
  readonly email: string;
  readonly password: Secret;
  readonly browser: SignInBrowser;
  /** The session that this browser has. */
  readonly replaces: PanelSession | undefined;
};

/** `wrong`, whatever of it is wrong; `waitS` in seconds. */
export type SignInRefusal =
  | { readonly code: "wrong" }
  | { readonly code: "too_many_attempts"; readonly waitS: number };

export type SignedInToken = {
  /** For the cookie. */
  readonly token: string;
  readonly user: User;
  /** Whether the code of the second factor is still to come. */
  readonly isPending: boolean;
  /** For the browser to keep; absent while the code is still to come. */
  readonly device: DeviceText | undefined;
};

/** Opens a session for a user and password; a second factor leaves it pending. */
export async function signIn(
  deps: SignInDeps,
  command: SignInCommand,
): Promise<Result<SignedInToken, SignInRefusal>> {
  const { password, browser, replaces } = command;
  const email = parseEmail(command.email) ?? "";
  const account = await deps.users.findByEmail(email);
  const userId = account?.user.userId;
  const device = userId && knownDevice(deps, browser.device, userId);
  const tries = { subject: `password ${email}`, device, network: browser.network };
  const waitS = await deps.signInGuard.begin(tries);
  if (waitS > 0) return refused({ code: "too_many_attempts", waitS });
  const hash = account?.passwordHash ?? deps.decoyHash;
  const isRight = await deps.hasher.verify(hash, password.reveal());
  if (account === undefined || !isRight || account.user.disabledAt !== undefined) {
    return refused({ code: "wrong" });
  }
  await deps.signInGuard.succeeded(tries);
  const { user } = account;
  const isPending = user.secondFactorSince !== undefined;
  const token = await openPanelSession(deps, {
    userId: user.userId,
    isPending,
    hasSecondFactor: false,
    browser,
    replaces,
  });
  if (isPending) return ok({ token, user, isPending, device: undefined });
  return ok({ token, user, isPending, device: await admit(deps, user, browser) });
}

export type CodeCommand = {
  readonly session: PanelSession;
  readonly code: Secret;
  readonly browser: SignInBrowser;
};

export type CodeAnswer = SignedInToken & { readonly usedRecoveryCode: boolean };

/** Takes the code that a pending session waits for, and opens another session in its place. */
export async function passSecondFactor(
  deps: SignInDeps,
  { session, code, browser }: CodeCommand,
): Promise<Result<CodeAnswer, SignInRefusal>> {
  const account = await deps.users.find(session.userId);
  if (account === undefined) return refused({ code: "wrong" });
  const { user } = account;
  const device = knownDevice(deps, browser.device, user.userId);
  const tries = { subject: `code ${user.email}`, device, network: browser.network };
  const waitS = await deps.signInGuard.begin(tries);
  if (waitS > 0) return refused({ code: "too_many_attempts", waitS });
  const taken = await takeCode(deps, account, code.reveal());
  if (taken === undefined) return refused({ code: "wrong" });
  await deps.signInGuard.succeeded(tries);
  const token = await openPanelSession(deps, {
    userId: user.userId,
    isPending: false,
    hasSecondFactor: true,
    browser,
    replaces: session,
  });
  const usedRecoveryCode = taken === "recovery";
  const kept = await admit(deps, user, browser);
  return ok({ token, user, isPending: false, device: kept, usedRecoveryCode });
}

/** Notes a finished sign-in; resolves to what the browser is to keep of it. */
async function admit(
  deps: SignInDeps,
  { userId }: User,
  { device }: SignInBrowser,
): Promise<DeviceText> {
  await deps.users.noteSignIn(userId, deps.clock.now());
  return rememberDevice(deps, device, userId);
}
