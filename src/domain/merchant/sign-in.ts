import type { Secret } from "../../kernel/secret.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import {
  knownDevice,
  rememberDevice,
  type DeviceText,
  type KnownDeviceDeps,
} from "./known-device.ts";
import { takeCode } from "./one-time-code.ts";
import { openPanelSession, type Browser, type SessionDeps } from "./panel-session.ts";
import type { SignInGuard, TryOrigin } from "./sign-in-guard.ts";
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
    /**
     * A hash that no password matches. An unknown user's password is compared with it, so that the
     * answer takes as long as for a known user.
     */
    readonly decoyHash: string;
    /**
     * True if an account with this e-mail address may sign in by password; users of an identity
     * provider may not. It is asked for every address, known or not, so that all take as long.
     */
    readonly mayUsePassword: (email: string) => Promise<boolean>;
  };

/** The browser of a sign-in; limits are counted by its device or its network. */
export type SignInBrowser = Browser & {
  readonly network: string;
  /** The text that the browser kept after earlier sign-ins; empty if it has none. */
  readonly device: DeviceText;
};

export type SignInCommand = {
  readonly email: string;
  readonly password: Secret;
  readonly browser: SignInBrowser;
  /** The browser's present session. */
  readonly replaces: PanelSession | undefined;
};

/** `wrong` does not say whether the e-mail address or the password is wrong. `waitS`: seconds. */
export type SignInRefusal =
  | { readonly code: "wrong" }
  | { readonly code: "too_many_attempts"; readonly waitS: number };

export type SignedInToken = {
  /** The session token for the cookie. */
  readonly token: string;
  readonly user: User;
  /** True if the code of the second factor is still missing. */
  readonly isPending: boolean;
  /** The text for the browser to keep; absent while the code is missing. */
  readonly device: DeviceText | undefined;
};

/**
 * Opens a session for a user and password; with a second factor it stays pending until the code is
 * entered.
 */
export async function signIn(
  deps: SignInDeps,
  command: SignInCommand,
): Promise<Result<SignedInToken, SignInRefusal>> {
  const { password, browser, replaces } = command;
  const email = parseEmail(command.email) ?? "";
  const account = await deps.users.findByEmail(email);
  const userId = account?.user.userId;
  const device = userId && knownDevice(deps, browser.device, userId);
  const tries: TryOrigin = { proof: "password", account: email, device, network: browser.network };
  const waitS = await deps.signInGuard.begin(tries);
  if (waitS > 0) return refused({ code: "too_many_attempts", waitS });
  const mayUsePassword = await deps.mayUsePassword(email);
  const hash = account?.passwordHash ?? deps.decoyHash;
  const isRight = await deps.hasher.verify(hash, password.reveal());
  const isAdmitted = isRight && mayUsePassword;
  if (account === undefined || !isAdmitted || account.user.disabledAt !== undefined) {
    return refused({ code: "wrong" });
  }
  const { user } = account;
  const isPending = user.secondFactorSince !== undefined;
  const token = await openPanelSession(deps, {
    userId: user.userId,
    isPending,
    hasSecondFactor: false,
    browser,
    proof: { kind: "password", hash },
    replaces,
  });
  if (token === undefined) return refused({ code: "wrong" });
  await deps.signInGuard.succeeded(tries);
  if (isPending) return ok({ token, user, isPending, device: undefined });
  return ok({ token, user, isPending, device: await admit(deps, user, browser) });
}

export type CodeCommand = {
  readonly session: PanelSession;
  readonly code: Secret;
  readonly browser: SignInBrowser;
};

export type CodeAnswer = SignedInToken & { readonly usedRecoveryCode: boolean };

/** Accepts the code of a pending session and replaces the session. */
export async function passSecondFactor(
  deps: SignInDeps,
  { session, code, browser }: CodeCommand,
): Promise<Result<CodeAnswer, SignInRefusal>> {
  const account = await deps.users.find(session.userId);
  if (account === undefined) return refused({ code: "wrong" });
  const { user } = account;
  const device = knownDevice(deps, browser.device, user.userId);
  const tries: TryOrigin = { proof: "code", account: user.email, device, network: browser.network };
  const waitS = await deps.signInGuard.begin(tries);
  if (waitS > 0) return refused({ code: "too_many_attempts", waitS });
  const taken = await takeCode(deps, account, code.reveal());
  if (taken === undefined) return refused({ code: "wrong" });
  const token = await openPanelSession(deps, {
    userId: user.userId,
    isPending: false,
    hasSecondFactor: true,
    isByIdentity: session.isByIdentity,
    browser,
    proof: { kind: "code", pendingHash: session.tokenHash },
    replaces: undefined,
  });
  if (token === undefined) return refused({ code: "wrong" });
  await deps.signInGuard.succeeded(tries);
  const usedRecoveryCode = taken === "recovery";
  const kept = await admit(deps, user, browser);
  return ok({ token, user, isPending: false, device: kept, usedRecoveryCode });
}

/** Records a finished sign-in. Returns the text for the browser to keep. */
export async function admit(
  deps: KnownDeviceDeps & { readonly users: Pick<UserStore, "noteSignIn"> },
  { userId }: User,
  { device }: SignInBrowser,
): Promise<DeviceText> {
  await deps.users.noteSignIn(userId, deps.clock.now());
  return rememberDevice(deps, device, userId);
}
