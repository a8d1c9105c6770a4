import { later, MINUTE } from "../../kernel/clock.ts";
import { randomText } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { Secret } from "../../kernel/secret.ts";
import type {
  Identity,
  IdentityAnswer,
  IdentityProvider,
  IdentityQuestion,
  IdentityRefusal,
  IdentityStore,
} from "./identity.ts";
import { openPanelSession } from "./panel-session.ts";
import { admit, type SignedInToken, type SignInBrowser, type SignInDeps } from "./sign-in.ts";
import { parseVerifiedEmail, type User } from "./user.ts";
import type { PanelSession } from "./user-ports.ts";

/** The ms for which a person may stay at the provider. */
export const IDENTITY_ATTEMPT_MS = 10 * MINUTE;
/** 32 base-32 characters: 160 bits. */
const SECRET_LENGTH = 32;

export type IdentityDeps = Pick<
  SignInDeps,
  "clock" | "random" | "digest" | "users" | "panelSessions" | "deviceSecret"
> & {
  readonly provider: IdentityProvider;
  readonly identities: IdentityStore;
  /** Only a member of this group may sign in; absent: every person who is a user. */
  readonly requiredGroup: string | undefined;
};

export type ProviderRedirect = {
  /** The address of the provider. */
  readonly url: string;
  /** The token for the cookie that binds the answer to this browser. */
  readonly browserToken: string;
};

/** Begins a sign-in at the provider. */
export async function beginIdentity(
  deps: IdentityDeps,
  next: string,
): Promise<Result<ProviderRedirect, IdentityRefusal>> {
  const now = deps.clock.now();
  const browserToken = randomText(deps.random, SECRET_LENGTH);
  const state = randomText(deps.random, SECRET_LENGTH);
  const asked = await deps.provider.askAt(questionOf(deps, state, browserToken));
  if (!asked.ok) return asked;
  const { sha256 } = deps.digest;
  await deps.identities.begin({
    stateHash: sha256(state),
    browserHash: sha256(browserToken),
    next,
    expiresAt: later(now, IDENTITY_ATTEMPT_MS),
  });
  return ok({ url: asked.value, browserToken });
}

/** Nonce and verifier follow from the browser's token, which is stored nowhere. */
function questionOf(
  { digest }: Pick<IdentityDeps, "digest">,
  state: string,
  browserToken: string,
): IdentityQuestion {
  return {
    state,
    nonce: digest.hmacSha256(browserToken, `nonce ${state}`),
    verifier: new Secret(digest.hmacSha256(browserToken, `verifier ${state}`)),
  };
}

export type ProviderReturn = IdentityAnswer & {
  readonly state: string;
  readonly browserToken: string;
  readonly browser: SignInBrowser;
  /** The browser's present session. */
  readonly replaces: PanelSession | undefined;
};

/**
 * - `stale`: the answer belongs to no sign-in of this browser that is under way.
 * - `no_user`: the person is no enabled user, or lacks the group.
 */
export type ReturnRefusal =
  | { readonly code: IdentityRefusal | "stale" }
  | { readonly code: "no_user"; readonly user: User | undefined };

export type SignedInByIdentity = SignedInToken & { readonly next: string };

/**
 * Opens a session for the person of the provider's answer. A user with a second factor still enters
 * its code.
 */
export async function finishIdentity(
  deps: IdentityDeps,
  returned: ProviderReturn,
): Promise<Result<SignedInByIdentity, ReturnRefusal>> {
  const { state, browserToken, browser, replaces } = returned;
  const { sha256 } = deps.digest;
  const attempt = await deps.identities.take(
    { stateHash: sha256(state), browserHash: sha256(browserToken) },
    deps.clock.now(),
  );
  if (attempt === undefined) return refused({ code: "stale" });
  const redeemed = await deps.provider.redeem(questionOf(deps, state, browserToken), returned);
  if (!redeemed.ok) return refused({ code: redeemed.refusal });
  const user = await userOf(deps, redeemed.value);
  if (user === undefined || !mayEnter(deps, redeemed.value, user)) {
    return refused({ code: "no_user", user });
  }
  const isPending = user.secondFactorSince !== undefined;
  const { userId } = user;
  const sessionFacts = { isPending, hasSecondFactor: false, isByIdentity: true };
  const { issuer, subject } = redeemed.value;
  const token = await openPanelSession(deps, {
    userId,
    ...sessionFacts,
    browser,
    proof: { kind: "identity", issuer, subject },
    replaces,
  });
  if (token === undefined) return refused({ code: "no_user", user });
  const device = isPending ? undefined : await admit(deps, user, browser);
  return ok({ token, user, isPending, device, next: attempt.next });
}

function mayEnter({ requiredGroup }: IdentityDeps, { groups }: Identity, user: User): boolean {
  if (user.disabledAt !== undefined) return false;
  return requiredGroup === undefined || groups.includes(requiredGroup);
}

/**
 * The user of a person: the one who signed in as this person before, or else the one with the
 * verified e-mail address, who is bound to the person from then on.
 */
async function userOf(deps: IdentityDeps, identity: Identity): Promise<User | undefined> {
  const bound = await deps.identities.userOf(identity);
  if (bound !== undefined) return (await deps.users.find(bound))?.user;
  const email = parseVerifiedEmail(identity.verifiedEmail ?? "");
  const account = email === undefined ? undefined : await deps.users.findByEmail(email);
  if (account === undefined || !mayEnter(deps, identity, account.user)) return account?.user;
  const { user } = account;
  const isBound = await deps.identities.bind(user.userId, identity, deps.clock.now());
  return isBound ? user : undefined;
}
