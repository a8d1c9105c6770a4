import { isIdentityFresh } from "./assurance.ts";
import { randomText } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { Secret } from "../../kernel/secret.ts";
import { recoveryHash, takeCode, type CodeDeps } from "./one-time-code.ts";
import { renewPanelSession, type SessionDeps, type SignedIn } from "./panel-session.ts";
import type { PasswordHasher } from "./user-ports.ts";

export type SecondFactorDeps = CodeDeps & SessionDeps & { readonly hasher: PasswordHasher };

/** The proof for a change of the second factor; a person at an unattended browser has neither. */
export type SecondFactorProof = { readonly password: Secret; readonly code: Secret };

const RECOVERY_CODES = 10;
const HALF = 8;

/** The secret that the app has scanned, and the proof that the user's app has it. */
export type SecondFactorSetUp = SecondFactorProof & { readonly secret: Secret };

/**
 * Returns the secret for the set-up of a second factor. It is derived from the session's token and
 * stored only once a code confirms it, so another session of the user has another secret, and a
 * secret that an earlier visitor has seen ends with the visitor's session.
 */
export function setUpSecret(
  { codes, digest }: Pick<SecondFactorDeps, "codes" | "digest">,
  sessionToken: string,
): Secret {
  return new Secret(codes.secretFrom(digest.hmacSha256(sessionToken, "second factor")));
}

/** The new token of the session after a change of the second factor. */
type RenewedSession = { readonly token: string };

/**
 * Activates the second factor of a user who enters the password and a code of the app; a sign-in at
 * an identity provider of the last minutes stands for the password. Returns the
 * recovery codes, which are shown once.
 */
export async function confirmSecondFactor(
  deps: SecondFactorDeps,
  { user, session }: SignedIn,
  { password, code, secret }: SecondFactorSetUp,
): Promise<
  Result<
    RenewedSession & { readonly recoveryCodes: readonly string[] },
    "wrong_password" | "wrong_code"
  >
> {
  const account = await deps.users.find(user.userId);
  const isKnown =
    isIdentityFresh(session, deps.clock.now()) ||
    (await deps.hasher.verify(account?.passwordHash ?? "", password.reveal()));
  if (account === undefined || !isKnown) return refused("wrong_password");
  const at = deps.clock.now();
  const step = await deps.codes.stepOf(secret.reveal(), code.reveal().replace(/\s/g, ""), at);
  if (step === undefined) return refused("wrong_code");
  const storedSecret = await deps.codeSecrets.keep(user.userId, secret.reveal());
  if (storedSecret === undefined) return refused("wrong_code");
  const recovery = newRecoveryCodes(deps);
  const { passwordHash } = account;
  const facts = { passwordHash, storedSecret, at, step, recoveryHashes: recovery.hashes };
  const isActive = await deps.users.confirmSecondFactor(user.userId, facts);
  if (!isActive) return refused("wrong_code");
  const token = await renewPanelSession(deps, session, { hasSecondFactor: true });
  return ok({ token, recoveryCodes: recovery.texts });
}

export async function removeSecondFactor(
  deps: SecondFactorDeps,
  { user, session }: SignedIn,
  { password, code }: SecondFactorProof,
): Promise<Result<RenewedSession, "wrong_code">> {
  const account = await deps.users.find(user.userId);
  if (account === undefined) return refused("wrong_code");
  const isRight = await deps.hasher.verify(account.passwordHash, password.reveal());
  const taken = isRight ? await takeCode(deps, account, code.reveal()) : undefined;
  if (taken === undefined) return refused("wrong_code");
  await deps.users.endSecondFactor(user.userId);
  return ok({ token: await renewPanelSession(deps, session, { hasSecondFactor: false }) });
}

/** Replaces the recovery codes; the old ones become invalid. */
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

/**
 * 80 random bits each. A plain hash of them is safe to store, because guesses are possible only at
 * the sign-in, which limits them.
 */
function newRecoveryCodes({ random, digest }: Pick<SecondFactorDeps, "random" | "digest">) {
  const texts = Array.from(
    { length: RECOVERY_CODES },
    () => `${randomText(random, HALF)}-${randomText(random, HALF)}`,
  );
  return { texts, hashes: texts.map((text) => recoveryHash(digest, text)) };
}
