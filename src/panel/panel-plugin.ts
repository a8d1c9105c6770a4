import type { IncomingMessage } from "node:http";
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { Busy } from "../kernel/queue/admission.ts";
import { findUnstorable } from "../kernel/text.ts";
import type { SignedIn } from "../domain/merchant/panel-session.ts";
import type { Problem } from "../http/problem/problem.ts";
import { RequestProblem } from "../http/problem/request-problem.ts";
import { takeForms } from "../page/form-body.ts";
import { pageRoutes } from "../page/page-routes.ts";
import { createPaths } from "../page/paths.ts";
import { panelCookies } from "./kit/cookie.ts";
import { confirmPage } from "./account/confirm-page.tsx";
import { questionPage } from "./account/question-page.tsx";
import { denialOf, findSignedIn, runGuarded, signInPath, type Denial } from "./kit/guard.ts";
import { openContext, accountContext } from "./kit/make-context.ts";
import type { PanelDeps, PanelKit } from "./kit/panel-kit.ts";
import { panelPaths, queryText } from "./kit/panel-paths.ts";
import { fullPath, pageOfForm, type PanelRoute } from "./kit/route.ts";
import { isSameOrigin } from "../page/kit/same-origin.ts";
import { sendAnswer, sendPanelProblem } from "./send-answer.tsx";
import type { OpenContext } from "./kit/context.ts";
import { readUpload, receiveForm } from "../http/body/upload.ts";

/** Limit for a form without a file, in bytes; the largest one is a table pasted into a field. */
const FORM_BYTES = 256 * 1_024;
const RETRY_AFTER_S = 2;

/** The merchant panel: every page of `routes`, each guarded by its own declaration. */
export function panelPlugin(deps: PanelDeps, routes: readonly PanelRoute[]): FastifyPluginAsync {
  const isSecure = deps.publicUrl.startsWith("https:");
  const kit: PanelKit = {
    ...deps,
    paths: panelPaths(deps.publicUrl),
    pagePaths: createPaths(deps.publicUrl),
    cookies: panelCookies(isSecure),
    isSecure,
  };
  return async (app) => {
    app.removeAllContentTypeParsers();
    takeForms(app, { bodyLimit: FORM_BYTES });
    takeUploads(app);
    showFaults(app, kit);
    pageRoutes(
      app,
      () => {
        for (const route of routes) {
          app.route({
            method: route.method,
            url: fullPath(route),
            ...uploadOptions(kit, route),
            handler: (request, reply) => serve({ kit, routes, route }, request, reply),
          });
        }
        app.get("/panel/*", async (request, reply) => {
          const { here } = await contextsOf(kit, request);
          return sendPanelProblem(here, reply, { status: 404, kind: "unknown" });
        });
      },
      (reply) => refuse(kit, { request: reply.request, reply }, "wrong_method"),
    );
  };
}

function takeUploads(app: FastifyInstance): void {
  app.addContentTypeParser(
    "multipart/form-data",
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { fileBytes } = request.routeOptions.config;
      if (fileBytes === undefined) throw new RequestProblem(NO_FILES_HERE);
      const contentType = request.headers["content-type"] ?? "";
      return readUpload(await receiveForm(payload, contentType, fileBytes), fileBytes);
    },
  );
}

const NO_FILES_HERE: Problem = {
  code: "unsupported_media_type",
  detail: "Content-Type must be application/x-www-form-urlencoded.",
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** The largest file of the route's form; other routes refuse multipart forms. */
    readonly fileBytes?: number;
  }
}

/**
 * The options of a route whose form has a file. Such a form is read only from a user who may send
 * it, and only from a page of the panel.
 */
function uploadOptions(kit: PanelKit, route: PanelRoute) {
  if (route.upload === undefined) return {};
  return {
    config: { fileBytes: route.upload.fileBytes },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const { open, account, here } = await contextsOf(kit, request);
      const denial = await denialOf(route, { open, account });
      if (denial !== undefined) return deny(here, reply, denial);
      if (!isSameOrigin(request.headers, kit.publicUrl)) {
        return sendPanelProblem(here, reply, { status: 403, kind: "stale" });
      }
      if (account !== undefined) await kit.uploads.begin(ownerOf(account.signedIn), reply);
      return undefined;
    },
  };
}

type ServedPanel = {
  readonly kit: PanelKit;
  readonly routes: readonly PanelRoute[];
  readonly route: PanelRoute;
};

async function serve(
  { kit, routes, route }: ServedPanel,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { open, account, here } = await contextsOf(kit, request);
  if (account !== undefined) await kit.entry.enter(`${ownerOf(account.signedIn)} panel`, reply);
  const { params, query, body } = open.request;
  if (findUnstorable({ params, query, body }) !== undefined) {
    return sendPanelProblem(here, reply, { status: 400, kind: "bad" });
  }
  if (route.method === "POST") {
    const isOurs = isSameOrigin(request.headers, kit.publicUrl);
    const token = open.request.body["form_token"] ?? "";
    const hasToken = account === undefined || kit.digest.equal(token, account.formToken);
    if (!isOurs || !hasToken) return sendPanelProblem(here, reply, { status: 403, kind: "stale" });
  }
  const run = (): ReturnType<typeof runGuarded> => runGuarded(route, { open, account });
  const takesFile = route.upload !== undefined && account !== undefined;
  const guarded = await (takesFile ? kit.uploads.work(ownerOf(account.signedIn), run) : run());
  if (guarded.kind === "denied") return deny(here, reply, guarded.denial);
  if (guarded.kind === "ran") return sendAnswer(guarded.context, reply, guarded.answer);
  const { context } = guarded;
  const formPath = pageOfForm(routes, { route, url: request.url });
  const page =
    guarded.kind === "asked"
      ? questionPage(context, guarded.question, formPath)
      : confirmPage(context, guarded.problem, formPath);
  return sendAnswer(context, reply, page);
}

/** The merchant, or the operator, whose requests are limited together. */
function ownerOf({ user }: SignedIn): string {
  return user.merchantId ?? user.userId;
}

/** Finds the user of a request and makes the contexts of its pages and refusals. */
async function contextsOf(kit: PanelKit, request: FastifyRequest) {
  const found = await findSignedIn(kit, kit.cookies.session.read(request));
  const open = openContext(kit, request, found);
  const account = accountContext(kit, { open, request, signedIn: found.signedIn });
  return { open, account, here: account ?? open };
}

function deny(
  context: OpenContext,
  reply: FastifyReply,
  { kind, needed }: Denial,
): Promise<FastifyReply> | FastifyReply {
  const { kit, request } = context;
  const next = () => (reply.request.method === "GET" ? kit.paths.own(request.url) : undefined);
  switch (kind) {
    case "sign_in":
      return reply.redirect(signInPath(kit, context, reply.request.method), 303);
    case "own_password":
      return reply.redirect(kit.paths.panel("account/password") + queryText({ next: next() }), 303);
    case "second_factor": {
      const query = queryText({ needed, next: next() });
      return reply.redirect(kit.paths.panel("account/second-factor") + query, 303);
    }
    case "forbidden":
      return sendPanelProblem(context, reply, { status: 403, kind: "forbidden" });
    case "unknown":
      return sendPanelProblem(context, reply, { status: 404, kind: "unknown" });
    case "no_https":
      return sendPanelProblem(context, reply, { status: 403, kind: "no_https" });
  }
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };
type FailureKind = "unknown" | "wrong_method" | "busy" | "crowded" | "bad" | "failed";
const STATUS = {
  unknown: 404,
  wrong_method: 405,
  busy: 429,
  crowded: 503,
  bad: 400,
  failed: 500,
} as const;

/** A page for an error. It reads nothing from the database, because that may have failed. */
function refuse(
  kit: PanelKit,
  { request, reply }: Exchange,
  trouble: FailureKind | { readonly kind: FailureKind; readonly status: number },
): Promise<FastifyReply> {
  const problem =
    typeof trouble === "string" ? { kind: trouble, status: STATUS[trouble] } : trouble;
  return sendPanelProblem(openContext(kit, request, {}), reply, problem);
}

function showFaults(app: FastifyInstance, kit: PanelKit): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    const exchange = { request, reply };
    if (statusCode === 429) return refuse(kit, exchange, "busy");
    if (error instanceof Busy) {
      reply.header("Retry-After", RETRY_AFTER_S);
      return refuse(kit, exchange, "crowded");
    }
    if (statusCode < 500) return refuse(kit, exchange, { kind: "bad", status: statusCode });
    const level = kit.countFailure(error) ? "debug" : "error";
    request.log[level]({ err: error }, "a page of the panel failed");
    if (!kit.isUnavailable(error)) return refuse(kit, exchange, "failed");
    reply.header("Retry-After", RETRY_AFTER_S);
    return refuse(kit, exchange, { kind: "failed", status: 503 });
  });
}
