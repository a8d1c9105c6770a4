import { Secret } from "../../kernel/secret.ts";
import { parseMerchantId } from "../../kernel/ids.ts";
import {
  isConfirmed,
  lackOf,
  mustHaveSecondFactor,
  needsOwnPassword,
  type MissingStep,
} from "../../domain/merchant/assurance.ts";
import { confirmIdentity } from "../../domain/merchant/confirm-identity.ts";
import { readPanelSession, type SignedIn } from "../../domain/merchant/panel-session.ts";
import {
  demandOf,
  may,
  mayOperate,
  operatorDemandOf,
  type Demand,
} from "../../domain/merchant/permission.ts";
import { Scope } from "../../domain/merchant/scope.ts";
import type { SignInRefusal } from "../../domain/merchant/sign-in.ts";
import type { PanelAnswer } from "./answer.ts";
import type { AccountContext, MerchantContext, OpenContext } from "./context.ts";
import { runLogged, type Audited } from "./form-log.ts";
import { queryText } from "./panel-paths.ts";
import type { PanelKit } from "./panel-kit.ts";
import { isAnswered, type QuestionFinder, type Question } from "./question.ts";
import type { PanelRoute } from "./route.ts";

/** The reason why a second factor is required: live mode, the user's role, or this page. */
export type FactorReason = "live" | "role" | "page";

/**
 * The reason why a route is denied: the user is not signed in, lacks the permission, or lacks a
 * step such as the second factor.
 */
export type Denial = {
  readonly kind: "sign_in" | "forbidden" | "unknown" | "no_https" | MissingStep;
  readonly needed?: FactorReason;
};

/** `asked`: the form has brought no password or code yet. */
export type ConfirmProblem = "asked" | SignInRefusal;

type DeniedAccess = { readonly kind: "denied"; readonly denial: Denial };

type Outcome =
  | { readonly kind: "ran"; readonly answer: PanelAnswer; readonly context: OpenContext }
  | {
      readonly kind: "unconfirmed";
      readonly problem: ConfirmProblem;
      readonly context: AccountContext;
    }
  | {
      readonly kind: "asked";
      readonly question: Question;
      readonly context: AccountContext;
    };

export type Contexts = {
  readonly open: OpenContext;
  /** Undefined if the browser has no session. */
  readonly account: AccountContext | undefined;
};

/** Runs a route if the user may run it. */
export async function runGuarded(
  route: PanelRoute,
  contexts: Contexts,
): Promise<Outcome | DeniedAccess> {
  const decision = await allow(route, contexts);
  return decision.kind === "denied" ? decision : decision.proceed();
}

/** Returns the reason why a route would be denied, before its form is read; otherwise undefined. */
export async function denialOf(route: PanelRoute, contexts: Contexts): Promise<Denial | undefined> {
  const decision = await allow(route, contexts);
  return decision.kind === "denied" ? decision.denial : undefined;
}

/** `proceed` re-authenticates the user if the route requires it, and then runs the route. */
type AllowedAccess = { readonly kind: "allowed"; readonly proceed: () => Promise<Outcome> };

/** The access check of the panel; every route passes through it. */
async function allow(
  route: PanelRoute,
  { open, account }: Contexts,
): Promise<AllowedAccess | DeniedAccess> {
  if (route.access === "open") return allowed(account ?? open, route.run);
  if (account === undefined) return denied("sign_in");
  const { user } = account.signedIn;
  switch (route.access) {
    case "account":
      return allowedWith(account, { ...route, demand: route.isForSetUp ? undefined : PASSWORD });
    case "operator":
      if (!mayOperate(user, route.permission)) {
        return denied(user.merchantId === undefined ? "forbidden" : "unknown");
      }
      return allowedWith(account, { ...route, demand: operatorDemandOf(route.permission) });
    case "merchant": {
      const context = await merchantContext(account);
      if ("kind" in context) return { kind: "denied", denial: context };
      if (!may(user, route.permission)) return denied("forbidden");
      const demand = demandOf(route.permission, context.scope.mode);
      return allowedWith(context, { ...route, demand });
    }
  }
}

const PASSWORD: Demand = { assurance: "password", isConfirmed: false };

type Task<Context> = {
  /** Undefined for the pages of a user who still has to set a password or second factor. */
  readonly demand: Demand | undefined;
  readonly run: (context: Context) => Promise<PanelAnswer>;
  readonly audit?: Audited;
  readonly ask?: QuestionFinder<Context>;
};

/**
 * Allows a route if the sign-in has the assurance that `demand` names. If `demand` also asks for a
 * confirmation, a form of the route re-authenticates the user first. Then the route's question is
 * asked, unless the form brings its answer.
 */
function allowedWith<Context extends AccountContext>(
  context: Context,
  { demand, run, ask, audit }: Task<Context>,
): AllowedAccess | DeniedAccess {
  const { signedIn, kit, request } = context;
  const lack = demand && lackOf(signedIn, demand.assurance, kit.isLocalSandbox());
  if (lack !== undefined) {
    const isOfRole = demand?.assurance === "password" && mustHaveSecondFactor(signedIn.user);
    return { kind: "denied", denial: { kind: lack, needed: isOfRole ? "role" : "page" } };
  }
  if (request.isRead) return allowed(context, run);
  const running = allowed(context, (own) => runLogged(own, { run, audit }));
  return {
    kind: "allowed",
    proceed: async () => {
      const problem = demand?.isConfirmed === true ? await confirmProblem(context) : undefined;
      if (problem !== undefined) return { kind: "unconfirmed", problem, context };
      const question = isAnswered(request) ? undefined : await ask?.(context);
      return question === undefined ? running.proceed() : { kind: "asked", question, context };
    },
  };
}

function allowed<Context extends OpenContext>(
  context: Context,
  run: (context: Context) => Promise<PanelAnswer>,
): AllowedAccess {
  const proceed = async () => ({ kind: "ran", answer: await run(context), context }) as const;
  return { kind: "allowed", proceed };
}

/**
 * Returns the reason why the user is not re-authenticated, or undefined. A password or code in the
 * form is always checked, even if the session was confirmed a short time ago.
 */
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

function denied(kind: Denial["kind"]): DeniedAccess {
  return { kind: "denied", denial: { kind } };
}

/** Reads the merchant and mode in the address; both are `unknown` to users without access. */
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
    entryOf: (note) => account.entryOf(note, place),
  };
}

/** The missing step before live mode: first a password of the user's own, then a second factor. */
function liveLack(signedIn: SignedIn): MissingStep {
  return needsOwnPassword(signedIn) ? "own_password" : "second_factor";
}

/** Finds the session of a browser: signed in, or pending until the second factor. */
export async function findSignedIn(
  kit: PanelKit,
  token: string | undefined,
): Promise<{ readonly signedIn?: SignedIn; readonly pending?: SignedIn }> {
  if (token === undefined) return {};
  const found = await readPanelSession(kit.people, token);
  if (found === undefined) return {};
  return found.session.isPending ? { pending: found } : { signedIn: found };
}

/** The sign-in page; after a GET it leads back to the requested page. */
export function signInPath(kit: PanelKit, { request }: OpenContext, method: string): string {
  const next = method === "GET" ? kit.paths.own(request.url) : undefined;
  const isHome = next === kit.paths.panel();
  return kit.paths.panel("sign-in") + queryText({ next: isHome ? undefined : next });
}
