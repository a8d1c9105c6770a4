import type { Secret } from "../../kernel/secret.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { looksLikeAppCode, takeAppCode, type CodeDeps } from "./one-time-code.ts";
import type { SignedIn } from "./panel-session.ts";
import type { SignInGuard, TryOrigin } from "./sign-in-guard.ts";
import type { SignInRefusal } from "./sign-in.ts";
import type { Account, PanelSession, PanelSessionStore, PasswordHasher } from "./user-ports.ts";

export type ConfirmDeps = CodeDeps & {
  readonly hasher: PasswordHasher;
  readonly panelSessions: Pick<PanelSessionStore, "confirm">;
  readonly signInGuard: SignInGuard;
};

/**
 * Confirms that the signed-in user is at the browser, by the password or a code of the
 * authenticator app. Sensitive changes require it, so that an unattended browser is not enough.
 */
export async function confirmIdentity(
  deps: ConfirmDeps,
  { user, session }: SignedIn,
  proof: Secret,
): Promise<Result<undefined, SignInRefusal>> {
  return withinTries(deps, session, async () => {
    const account = await deps.users.find(user.userId);
    const isRight = account !== undefined && (await isProof(deps, account, proof));
    if (!isRight) return refused({ code: "wrong" });
    await deps.panelSessions.confirm(session.tokenHash, deps.clock.now());
    return ok(undefined);
  });
}

/** Limits the wrong passwords and codes of a session. */
export async function withinTries<Value, Refusal>(
  { signInGuard }: Pick<ConfirmDeps, "signInGuard">,
  { ref, address }: PanelSession,
  attempt: () => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal | Extract<SignInRefusal, { code: "too_many_attempts" }>>> {
  const tries: TryOrigin = {
    proof: "code",
    account: "confirmation",
    device: ref,
    network: address,
  };
  const waitS = await signInGuard.begin(tries);
  if (waitS > 0) return refused({ code: "too_many_attempts", waitS });
  const result = await attempt();
  if (result.ok) await signInGuard.succeeded(tries);
  return result;
}

async function isProof(deps: ConfirmDeps, account: Account, proof: Secret): Promise<boolean> {
  const text = proof.reveal();
  return looksLikeAppCode(text)
    ? takeAppCode(deps, account, text)
    : deps.hasher.verify(account.passwordHash, text);
}
