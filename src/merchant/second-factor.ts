import type { Clock } from "../kernel/clock.ts";
import type { Digest } from "../kernel/digest.ts";
import { randomText } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import type { Secret } from "../kernel/secret.ts";
import type { SignedIn } from "./panel-session.ts";
import { recoveryHash, takeCode } from "./sign-in.ts";
import type {
  CodeSecrets,
  OneTimeCodes,
  PanelSessionStore,
  PasswordHasher,
  UserStore,
} from "./user-ports.ts";

export type SecondFactorDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly users: UserStore;
  readonly panelSessions: PanelSessionStore;
  readonly hasher: PasswordHasher;
  readonly codes: OneTimeCodes;
  readonly codeSecrets: CodeSecrets;
};

const RECOVERY_CODES = 10;
const HALF = 8;

/**
 * The secret that is being set up: a new one at the first look, the same until it is confirmed.
 * `undefined` where the second factor is already in force.
 */
export async function beginSecondFactor(
  deps: SecondFactorDeps,
  { user }: SignedIn,
): Promise<string | undefined> {
  if (user.secondFactorSince !== undefined) return undefined;
  const known = await deps.codeSecrets.read(user.userId);
  if (known !== undefined) return known;
  await deps.codeSecrets.begin(user.userId, deps.codes.newSecret());
  return deps.codeSecrets.read(user.userId);
}

/** Puts it in force once the app shows the right code; the recovery codes are shown once. */
export async function confirmSecondFactor(
  deps: SecondFactorDeps,
  { user, session }: SignedIn,
  code: Secret,
): Promise<Result<readonly string[], "wrong_code">> {
  const at = deps.clock.now();
  const secret = await deps.codeSecrets.read(user.userId);
  if (secret === undefined || user.secondFactorSince !== undefined) return refused("wrong_code");
  const step = await deps.codes.stepOf(secret, code.reveal().replace(/\s/g, ""), at);
  if (step === undefined) return refused("wrong_code");
  const recovery = newRecoveryCodes(deps);
  await deps.users.confirmSecondFactor(user.userId, { at, step, recoveryHashes: recovery.hashes });
  // Whoever else holds the password alone must come again, with a code.
  await deps.panelSessions.endAll(user.userId, session.tokenHash);
  await deps.panelSessions.setSecondFactor(session.tokenHash, true);
  return ok(recovery.texts);
}

/** Takes it away again; asks for the password and a code, since a found browser has neither. */
export async function removeSecondFactor(
  deps: SecondFactorDeps,
  { user, session }: SignedIn,
  proof: { readonly password: Secret; readonly code: Secret },
): Promise<Result<undefined, "wrong_code">> {
  const account = await deps.users.find(user.userId);
  if (account === undefined) return refused("wrong_code");
  const isRight = await deps.hasher.verify(account.passwordHash, proof.password.reveal());
  const taken = isRight ? await takeCode(deps, account, proof.code.reveal()) : undefined;
  if (taken === undefined) return refused("wrong_code");
  await deps.users.endSecondFactor(user.userId);
  await deps.panelSessions.setSecondFactor(session.tokenHash, false);
  await deps.panelSessions.endAll(user.userId, session.tokenHash);
  return ok(undefined);
}

/** New recovery codes; the old ones are worth nothing any more. */
export async function renewRecoveryCodes(
  deps: SecondFactorDeps,
  { user }: SignedIn,
  code: Secret,
): Promise<Result<readonly string[], "wrong_code">> {
  const account = await deps.users.find(user.userId);
  const taken = account && (await takeCode(deps, account, code.reveal()));
  if (taken === undefined) return refused("wrong_code");
  const recovery = newRecoveryCodes(deps);
  await deps.users.replaceRecoveryCodes(user.userId, recovery.hashes);
  return ok(recovery.texts);
}

/** 80 random bits each: a plain hash of them is safe, since they can only be tried here. */
function newRecoveryCodes({ random, digest }: Pick<SecondFactorDeps, "random" | "digest">) {
  const texts = Array.from(
    { length: RECOVERY_CODES },
    () => `${randomText(random, HALF)}-${randomText(random, HALF)}`,
  );
  return { texts, hashes: texts.map((text) => recoveryHash(digest, text)) };
}
