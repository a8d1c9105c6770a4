import type { Digest } from "../kernel/digest.ts";
import type { Secret } from "../kernel/secret.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import { openPanelSession, type Browser, type SessionDeps } from "./panel-session.ts";
import type { SignInGuard } from "./sign-in-guard.ts";
import { parseEmail, type User } from "./user.ts";
import type {
  Account,
  CodeSecrets,
  OneTimeCodes,
  PanelSession,
  PasswordHasher,
  UserStore,
} from "./user-ports.ts";

export type SignInDeps = SessionDeps & {
  readonly users: UserStore;
  readonly hasher: PasswordHasher;
  readonly codes: OneTimeCodes;
  readonly codeSecrets: CodeSecrets;
  readonly signInGuard: SignInGuard;
  /** A hash of no password, so that an unknown user costs what a known one does. */
  readonly decoyHash: string;
};

/** What an attempt comes from: its limits are counted by the network. */
export type SignInBrowser = Browser & { readonly network: string };

export type SignInCommand = {
  readonly email: string;
  readonly password: Secret;
  readonly browser: SignInBrowser;
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
};

/** Opens a session for a user and password; a second factor leaves it pending. */
export async function signIn(
  deps: SignInDeps,
  command: SignInCommand,
): Promise<Result<SignedInToken, SignInRefusal>> {
  const { password, browser } = command;
  const email = parseEmail(command.email) ?? "";
  const waitS = deps.signInGuard.waitS(email, browser.network);
  if (waitS > 0) return refused({ code: "too_many_attempts", waitS });
  await deps.signInGuard.begin(email, browser.network);
  const account = await deps.users.findByEmail(email);
  const hash = account?.passwordHash ?? deps.decoyHash;
  const isRight = await deps.hasher.verify(hash, password.reveal());
  if (account === undefined || !isRight || account.user.disabledAt !== undefined) {
    return refused({ code: "wrong" });
  }
  deps.signInGuard.succeeded(email, browser.network);
  const { user } = account;
  const isPending = user.secondFactorSince !== undefined;
  const session = { userId: user.userId, isPending, hasSecondFactor: false, browser };
  return ok({ token: await openPanelSession(deps, session), user, isPending });
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
  const waitS = deps.signInGuard.waitS(`code ${user.email}`, browser.network);
  if (waitS > 0) return refused({ code: "too_many_attempts", waitS });
  await deps.signInGuard.begin(`code ${user.email}`, browser.network);
  const taken = await takeCode(deps, account, code.reveal());
  if (taken === undefined) return refused({ code: "wrong" });
  deps.signInGuard.succeeded(`code ${user.email}`, browser.network);
  await deps.panelSessions.end(session.tokenHash);
  const token = await openPanelSession(deps, {
    userId: user.userId,
    isPending: false,
    hasSecondFactor: true,
    browser,
  });
  return ok({ token, user, isPending: false, usedRecoveryCode: taken === "recovery" });
}

type CodeDeps = Pick<SignInDeps, "users" | "codes" | "codeSecrets" | "clock" | "digest">;

/** Uses up a code of the app, or one of the recovery codes. */
export async function takeCode(
  deps: CodeDeps,
  { user }: Account,
  text: string,
): Promise<"app" | "recovery" | undefined> {
  const code = text.replace(/[\s-]/g, "").toLowerCase();
  const now = deps.clock.now();
  if (/^\d{6}$/.test(code)) {
    const secret = await deps.codeSecrets.read(user.userId);
    if (secret === undefined) return undefined;
    const step = await deps.codes.stepOf(secret, code, now);
    if (step === undefined) return undefined;
    return (await deps.users.takeStep(user.userId, step)) ? "app" : undefined;
  }
  const hash = recoveryHash(deps.digest, code);
  return (await deps.users.takeRecoveryCode(user.userId, hash, now)) ? "recovery" : undefined;
}

export function recoveryHash(digest: Digest, code: string): string {
  return digest.sha256(`recovery ${code.replaceAll("-", "")}`);
}
