import type { Clock } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { Account, CodeSecrets, OneTimeCodes, UserStore } from "./user-ports.ts";

export type CodeDeps = {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly users: UserStore;
  readonly codes: OneTimeCodes;
  readonly codeSecrets: CodeSecrets;
};

const APP_CODE = /^\d{6}$/;

/** Uses up a code of the authenticator app, or one of the recovery codes. */
export async function takeCode(
  deps: CodeDeps,
  account: Account,
  text: string,
): Promise<"app" | "recovery" | undefined> {
  const code = text.replace(/[\s-]/g, "").toLowerCase();
  if (APP_CODE.test(code)) return (await takeAppCode(deps, account, code)) ? "app" : undefined;
  const hash = recoveryHash(deps.digest, code);
  const { userId } = account.user;
  const isTaken = await deps.users.takeRecoveryCode(userId, hash, deps.clock.now());
  return isTaken ? "recovery" : undefined;
}

/** True if a text has the form of a code of the app, which no password has. */
export function looksLikeAppCode(text: string): boolean {
  return APP_CODE.test(text.replace(/\s/g, ""));
}

/**
 * Uses up a code of the app. Returns false if the code is wrong or was used, or the user has no
 * app.
 */
export async function takeAppCode(
  deps: CodeDeps,
  { user }: Account,
  text: string,
): Promise<boolean> {
  if (user.secondFactorSince === undefined) return false;
  const secret = await deps.codeSecrets.read(user.userId);
  if (secret === undefined) return false;
  const step = await deps.codes.stepOf(secret, text.replace(/\s/g, ""), deps.clock.now());
  return step !== undefined && deps.users.takeStep(user.userId, step);
}

export function recoveryHash(digest: Digest, code: string): string {
  return digest.sha256(`recovery ${code.replaceAll("-", "")}`);
}
