import { Secret } from "../../kernel/secret.ts";
import { parseMerchantId } from "../../kernel/ids.ts";
import { isConfirmed, lackOf, mustHaveSecondFactor, type Lack } from "../../merchant/assurance.ts";
import { confirmIdentity } from "../../merchant/confirm-identity.ts";
import { readPanelSession, type SignedIn } from "../../merchant/panel-session.ts";
import {
  demandOf,
  may,
  mayOperate,
  operatorDemandOf,
  type Demand,
} from "../../merchant/permission.ts";
import { Scope } from "../../merchant/scope.ts";
import type { SignInRefusal } from "../../merchant/sign-in.ts";
import type { PanelAnswer } from "./answer.ts";
import type { AccountContext, MerchantContext, OpenContext } from "./context.ts";
import { queryText } from "./panel-paths.ts";
import type { PanelKit } from "./panel-kit.ts";
import type { PanelRoute } from "./route.ts";

/** What a second factor is needed for: live mode, the user's role, or this page. */
export type Need = "live" | "role" | "page";

/** Why a route does not run: the user is not signed in, may not, or has to do something first. */
export type Denial = {
  readonly kind: "sign_in" | "forbidden" | "unknown" | "no_https" | Lack;
  readonly needed?: Need;
};

/** `asked`: nothing was given to confirm with yet. */
export type ConfirmProblem = "asked" | SignInRefusal;

type Denied = { readonly kind: "denied"; readonly denial: Denial };

type Outcome =
  | { readonly kind: "ran"; readonly answer: PanelAnswer; readonly context: OpenContext }
  | {
      readonly kind: "unconfirmed";
      readonly problem: ConfirmProblem;
      readonly context: AccountContext;
    };

export type Asker = {
  readonly open: OpenContext;
  /** Absent where the browser has no session. */
  readonly account: AccountContext | undefined;
};

/** Runs a route if it may be run. */
export async function runGuarded(route: PanelRoute, asker: Asker): Promise<Outcome | Denied> {
  const decision = await allow(route, asker);
  return decision.kind === "denied" ? decision : decision.proceed();
}

/** Why a route would not be run, known before its form is read; nothing where it would. */
export async function denialOf(route: PanelRoute, asker: Asker): Promise<Denial | undefined> {
  const decision = await allow(route, asker);
  return decision.kind === "denied" ? decision.denial : undefined;
}

/** `proceed` asks for the confirmation that the form brings, if one is needed, and runs. */
type Allowed = { readonly kind: "allowed"; readonly proceed: () => Promise<Outcome> };

/** The one place that decides who may run a route. */
async function allow(route: PanelRoute, { open, account }: Asker): Promise<Allowed | Denied> {
  if (route.access === "open") return allowed(account ?? open, route.run);
  if (account === undefined) return denied("sign_in");
  const { user } = account.signedIn;
  switch (route.access) {
    case "account":
      if (route.isForSetUp) return allowed(account, route.run);
      return allowedWith(account, { demand: PASSWORD, run: route.run });
    case "operator":
      if (!mayOperate(user, route.permission)) {
        return denied(user.merchantId === undefined ? "forbidden" : "unknown");
      }
      return allowedWith(account, { demand: operatorDemandOf(route.permission), run: route.run });
    case "merchant": {
      const context = await merchantContext(account);
      if ("kind" in context) return { kind: "denied", denial: context };
      if (!may(user, route.permission)) return denied("forbidden");
      const demand = demandOf(route.permission, context.scope.mode);
      return allowedWith(context, { demand, run: route.run });
    }
  }
}

const PASSWORD: Demand = { assurance: "password", isConfirmed: false };

type Task<Context> = {
  readonly demand: Demand;
  readonly run: (context: Context) => Promise<PanelAnswer>;
};

/** What the user may do, once the session has shown what it asks for. */
function allowedWith<Context extends AccountContext>(
  context: Context,
  { demand, run }: Task<Context>,
): Allowed | Denied {
  const { signedIn, kit, request } = context;
  const lack = lackOf(signedIn, demand.assurance, kit.isLocalSandbox);
  if (lack !== undefined) {
    const isOfRole = demand.assurance === "password" && mustHaveSecondFactor(signedIn.user);
    return { kind: "denied", denial: { kind: lack, needed: isOfRole ? "role" : "page" } };
  }
  const running = allowed(context, run);
  if (!demand.isConfirmed || request.isLook) return running;
  return {
    kind: "allowed",
    proceed: async () => {
      const problem = await confirmProblem(context);
      return problem === undefined ? running.proceed() : { kind: "unconfirmed", problem, context };
    },
  };
}

function allowed<Context extends OpenContext>(
  context: Context,
  run: (context: Context) => Promise<PanelAnswer>,
): Allowed {
  const proceed = async () => ({ kind: "ran", answer: await run(context), context }) as const;
  return { kind: "allowed", proceed };
}

/** A password or code that a form brings is always checked, also where none is needed now. */
async function confirmProblem(context: AccountContext): Promise<ConfirmProblem | undefined> {
  const { kit, request, signedIn } = context;
  const proof = request.body["password"];
  if (proof === undefined) {
    return isConfirmed(signedIn.session, kit.clock.now()) ? undefined : "asked";
  }
  const confirmed = await confirmIdentity(kit.people, signedIn, new Secret(proof));
  if (confirmed.ok) return undefined;
  if (confirmed.refusal.code === "wrong") {
    const object = { kind: "user", id: signedIn.user.userId };
    await context.record({ action: "user.confirmation_refused", object });
  }
  return confirmed.refusal;
}

function denied(kind: Denial["kind"]): Denied {
  return { kind: "denied", denial: { kind } };
}

/** The merchant and mode of the address; unknown to users who may not see them. */
async function merchantContext(account: AccountContext): Promise<MerchantContext | Denial> {
  const { kit, request, signedIn } = account;
  const merchantId = parseMerchantId(request.params["merchant"] ?? "");
  const mode = request.params["mode"];
  if (merchantId === undefined || (mode !== "test" && mode !== "live")) return { kind: "unknown" };
  if (mode === "live" && !kit.mayServeLive) return { kind: "no_https" };
  const granted = Scope.grant(signedIn, { merchantId, mode });
  if (!granted.ok) {
    return granted.refusal === "not_theirs"
      ? { kind: "unknown" }
      : { kind: liveLack(signedIn), needed: "live" };
  }
  const merchant = await kit.merchants.find(merchantId);
  if (merchant === undefined) return { kind: "unknown" };
  const scope = granted.value;
  const place = { merchantId, mode } as const;
  return {
    ...account,
    scope,
    merchant,
    to: (page) => kit.paths.merchant(place, page),
    record: (note) => account.record(note, place),
  };
}

/** The own password comes before the second factor that is set up with it. */
function liveLack({ user }: SignedIn): Lack {
  return user.hasTemporaryPassword ? "own_password" : "second_factor";
}

/** Who a browser is: signed in, half-way there, or nobody. */
export async function findSignedIn(
  kit: PanelKit,
  token: string | undefined,
): Promise<{ readonly signedIn?: SignedIn; readonly pending?: SignedIn }> {
  if (token === undefined) return {};
  const found = await readPanelSession(kit.people, token);
  if (found === undefined) return {};
  return found.session.isPending ? { pending: found } : { signedIn: found };
}

/** Where somebody who is not signed in is sent, and comes back from if they only looked. */
export function signInPath(kit: PanelKit, { request }: OpenContext, method: string): string {
  const next = method === "GET" ? kit.paths.own(request.url) : undefined;
  const isHome = next === kit.paths.panel();
  return kit.paths.panel("sign-in") + queryText({ next: isHome ? undefined : next });
}
