import { parseMerchantId } from "../../kernel/ids.ts";
import { readPanelSession, type SignedIn } from "../../merchant/panel-session.ts";
import { may, mayOperate } from "../../merchant/permission.ts";
import { Scope } from "../../merchant/scope.ts";
import type { PanelAnswer } from "./answer.ts";
import type { AccountContext, MerchantContext, OpenContext } from "./context.ts";
import { queryText } from "./panel-paths.ts";
import type { PanelKit } from "./panel-kit.ts";
import type { PanelRoute } from "./route.ts";

/** Why a route does not run: nobody is signed in, it is not theirs, or live mode asks for more. */
export type Denial =
  | { readonly kind: "sign_in" }
  | { readonly kind: "forbidden" }
  | { readonly kind: "unknown" }
  | { readonly kind: "second_factor_needed" };

type Guarded =
  | { readonly kind: "ran"; readonly answer: PanelAnswer; readonly context: OpenContext }
  | { readonly kind: "denied"; readonly denial: Denial };

export type Asker = {
  readonly open: OpenContext;
  /** Absent for somebody who is not signed in. */
  readonly account: AccountContext | undefined;
};

/** Runs a route if it may be run; the one place that decides it. */
export async function runGuarded(route: PanelRoute, { open, account }: Asker): Promise<Guarded> {
  if (route.access === "open") {
    const context = account ?? open;
    return { kind: "ran", answer: await route.run(context), context };
  }
  if (account === undefined) return denied("sign_in");
  const { user } = account.signedIn;
  switch (route.access) {
    case "account":
      return { kind: "ran", answer: await route.run(account), context: account };
    case "operator":
      if (!mayOperate(user, route.permission)) {
        return denied(user.merchantId === undefined ? "forbidden" : "unknown");
      }
      return { kind: "ran", answer: await route.run(account), context: account };
    case "merchant": {
      const context = await merchantContext(account);
      if ("kind" in context) return { kind: "denied", denial: context };
      if (!may(user, route.permission)) return denied("forbidden");
      return { kind: "ran", answer: await route.run(context), context };
    }
  }
}

function denied(kind: Denial["kind"]): Guarded {
  return { kind: "denied", denial: { kind } };
}

/** The merchant and mode of the address, which are unknown to whoever may not see them. */
async function merchantContext(account: AccountContext): Promise<MerchantContext | Denial> {
  const { kit, request, signedIn } = account;
  const merchantId = parseMerchantId(request.params["merchant"] ?? "");
  const mode = request.params["mode"];
  if (merchantId === undefined || (mode !== "test" && mode !== "live")) return { kind: "unknown" };
  const granted = Scope.grant(signedIn, { merchantId, mode });
  if (!granted.ok) {
    return { kind: granted.refusal === "not_theirs" ? "unknown" : granted.refusal };
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
