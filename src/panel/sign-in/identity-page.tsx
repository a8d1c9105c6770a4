import { Secret } from "../../kernel/secret.ts";
import {
  beginIdentity,
  finishIdentity,
  type IdentityDeps,
  type ReturnRefusal,
} from "../../domain/merchant/sign-in-by-identity.ts";
import { NOT_FOUND, redirect, type PanelAnswer } from "../kit/answer.ts";
import type { OpenContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { openRoute, type PanelRoute } from "../kit/route.ts";
import { identityWords } from "./identity-words.ts";
import { recordReplaced, sessionOf, signInPage } from "./sign-in-page.tsx";

const PATH = "sign-in/identity";
/** The path to which the provider sends the browser back; it is registered there. */
export const RETURN_PATH = `${PATH}/return`;

/**
 * Sign-in at an identity provider. The browser comes back by a redirect from another site, which
 * carries no strict cookie, so a page of this site leads on to the panel.
 */
export const identityRoutes: readonly PanelRoute[] = [
  openRoute("GET", PATH, (context) => withProvider(context, (deps) => begin(context, deps))),
  openRoute("GET", RETURN_PATH, (context) =>
    withProvider(context, (deps) => finish(context, deps)),
  ),
  openRoute("GET", `${PATH}/done`, (context) =>
    withProvider(context, async () => donePage(context)),
  ),
];

async function withProvider(
  context: OpenContext,
  run: (deps: IdentityDeps) => Promise<PanelAnswer>,
): Promise<PanelAnswer> {
  const { kit, browser } = context;
  const { identity } = kit.people;
  if (identity === undefined) return NOT_FOUND;
  const waitS = kit.admitToIdentity(browser.network);
  if (waitS === 0) return run(identity);
  const refusal = { code: "too_many_attempts", waitS } as const;
  return signInPage(context, { next: "", email: "", refusal });
}

async function begin(context: OpenContext, deps: IdentityDeps): Promise<PanelAnswer> {
  const { kit, request } = context;
  const next = kit.paths.own(request.query["next"] ?? "") ?? "";
  // A person who is signed in at the provider would be signed in here by any site's link.
  if (request.isFromElsewhere) return redirect(kit.paths.panel("sign-in") + queryText({ next }));
  const begun = await beginIdentity(deps, next);
  if (!begun.ok) return refused(context, begun.refusal);
  const { url, browserToken } = begun.value;
  return { kind: "redirect", to: url, identity: browserToken };
}

async function finish(context: OpenContext, deps: IdentityDeps): Promise<PanelAnswer> {
  const { kit, request, browser, identityToken } = context;
  const { code = "", state = "", iss, error } = request.query;
  if (error !== undefined) return refused(context, "cancelled");
  const signedIn = await finishIdentity(deps, {
    code: new Secret(code),
    state,
    issuer: iss,
    browserToken: identityToken,
    browser,
    replaces: sessionOf(context),
  });
  if (!signedIn.ok) {
    await recordRefusal(context, signedIn.refusal);
    return refused(context, signedIn.refusal.code);
  }
  await recordReplaced(context);
  const { token, user, isPending, device, next } = signedIn.value;
  if (!isPending) {
    await context.recordAs(user, {
      action: "user.signed_in",
      object: { kind: "user", id: user.userId },
      after: { second_factor: false, by: "identity provider" },
    });
  }
  const to = isPending
    ? kit.paths.panel("sign-in/code") + queryText({ next: kit.paths.own(next) })
    : (kit.paths.own(next) ?? kit.paths.panel());
  const arrival = kit.paths.panel(`${PATH}/done`) + queryText({ next: to });
  return { kind: "redirect", to: arrival, token, device };
}

/** A refused person who is a user stands in the audit log of the user's merchant. */
async function recordRefusal(context: OpenContext, refusal: ReturnRefusal): Promise<void> {
  if (refusal.code !== "no_user" || refusal.user === undefined) return;
  const { user } = refusal;
  await context.recordAs(user, {
    action: "user.sign_in_refused",
    object: { kind: "user", id: user.userId },
    after: { by: "identity provider" },
  });
}

function refused(context: OpenContext, reason: ReturnRefusal["code"] | "cancelled"): PanelAnswer {
  context.kit.countSignInFailure(reason);
  const text = identityWords[context.language][reason];
  return signInPage(context, { next: "", email: "", problem: text });
}

function donePage({ kit, request, language }: OpenContext): PanelAnswer {
  const words = identityWords[language];
  const next = kit.paths.own(request.query["next"] ?? "") ?? kit.paths.panel();
  return {
    kind: "page",
    title: words.done,
    goesOnTo: next,
    body: (
      <p>
        <a class="button main" href={next}>
          {words.goOn}
        </a>
      </p>
    ),
  };
}
