import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { Busy } from "../../kernel/queue/admission.ts";
import { parseSessionId } from "../../kernel/ids.ts";
import { textField } from "../../page/fields.ts";
import { sentFields, takeForms } from "../../page/form-body.ts";
import { pageRoutes } from "../../page/page-routes.ts";
import { createPaths } from "../../page/paths.ts";
import { namedSession, namesTwoSessions, RETURN_PATH } from "./named-session.ts";
import { findFrame, kitOf } from "./find-frame.ts";
import { giveUp } from "./give-up.ts";
import { showLeave, takeLeave } from "./leave.tsx";
import { findState, type CheckoutPagesDeps, type PageKit } from "../page-kit.ts";
import { sendProblem } from "./send-problem.tsx";
import { showBankForm } from "./show-bank-form.tsx";
import { showCheckout } from "./show-checkout.tsx";
import { showReturned } from "./show-returned.tsx";
import { takeDraft, takePayment } from "./take-payment.ts";
import { takeInstallments, takeQuote } from "./take-quote.ts";
import { takeReturn } from "./take-return.ts";

/**
 * Limit for a form, in bytes. The largest form is the one with which a bank returns the customer;
 * it may contain certificates.
 */
const FORM_BYTES = 64 * 1_024;
const RETRY_AFTER_S = 2;

/**
 * The hosted checkout: pages that work without JavaScript (spec 1, contract C4 and C6).
 * The reasons are in docs/decisions/hosted-page.md.
 */
export function checkoutPages(deps: CheckoutPagesDeps): FastifyPluginAsync {
  const kit: PageKit = { ...deps, paths: createPaths(deps.publicUrl) };
  return async (app) => {
    // These routes take forms only; the JSON parsers belong to the interface.
    app.removeAllContentTypeParsers();
    takeForms(app, { bodyLimit: FORM_BYTES });
    app.addHook("onRequest", async (request) => {
      const frame = await findFrame(kit, request);
      if (frame !== undefined) request.frame = frame;
    });
    app.addHook("preHandler", async (request, reply) => {
      if (namesTwoSessions(request)) {
        return sendProblem(kitOf(kit, request), reply, { status: 400, kind: "bad" });
      }
      const sessionId = parseSessionId(namedSession(request));
      const session = sessionId && (await kit.sessions.find(sessionId));
      if (session !== undefined) await kit.rateLimits.bySession(session, reply);
      return undefined;
    });
    showFaults(app, kit);
    pageRoutes(
      app,
      () => {
        customerRoutes(app, kit);
        bankRoutes(app, kit);
      },
      (reply) => sendProblem(kit, reply, { status: 405, kind: "bad" }),
    );
  };
}

function customerRoutes(app: FastifyInstance, kit: PageKit): void {
  const here = (request: FastifyRequest): PageKit => kitOf(kit, request);
  app.get("/checkout", (request, reply) => showCheckout(kit, queryOf(request), reply));
  app.get("/checkout/frame", (request, reply) =>
    request.frame === undefined
      ? sendProblem(kit, reply, { status: 403, kind: "bad" })
      : showCheckout(here(request), queryOf(request), reply),
  );
  app.get("/checkout/status", async (request, reply) => {
    const look = await findState(kit, queryOf(request).session);
    return look ?? reply.code(404).send({});
  });
  app.post("/checkout/pay", (request, reply) => takePayment(here(request), request.body, reply));
  app.post("/checkout/quote", (request, reply) => takeQuote(here(request), request.body, reply));
  app.post("/checkout/installments", (request, reply) =>
    takeInstallments(here(request), request.body, reply),
  );
  app.post("/checkout/draft", (request, reply) => takeDraft(here(request), request.body, reply));
  app.post("/checkout/abandon", (request, reply) => giveUp(here(request), request.body, reply));
  app.post("/checkout/leave", (request, reply) => takeLeave(kit, request.body, reply));
  app.get("/checkout/leave", (request, reply) => showLeave(kit, queryOf(request), reply));
  // A GET of a form's address, such as a reload of an error page, leads to the payment page.
  for (const path of ["/checkout/pay", "/checkout/installments", "/checkout/abandon"]) {
    app.get(path, async (request, reply) => {
      const sessionId = parseSessionId(queryOf(request).session);
      if (sessionId === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
      return reply.redirect(here(request).paths.checkout(sessionId), 303);
    });
  }
}

function bankRoutes(app: FastifyInstance, kit: PageKit): void {
  app.get("/checkout/bank", (request, reply) =>
    showBankForm(kitOf(kit, request), queryOf(request), reply),
  );
  app.get("/checkout/returned", (request, reply) => showReturned(kit, queryOf(request), reply));
  app.route<{ Params: { attemptId: string } }>({
    method: ["GET", "POST"],
    url: RETURN_PATH,
    exposeHeadRoute: false,
    handler: (request, reply) => {
      const { attemptId } = request.params;
      const method = request.method === "POST" ? "POST" : "GET";
      return takeReturn(kit, { attemptId, method, fields: sentFields(request) }, reply);
    },
  });
}

type PageQuery = {
  readonly session: string;
  readonly order: string;
  readonly lang: string;
  readonly method: string;
  readonly emptied: string;
};

function queryOf({ query }: FastifyRequest): PageQuery {
  return {
    session: textField(query, "session"),
    order: textField(query, "order"),
    lang: textField(query, "lang"),
    method: textField(query, "method"),
    emptied: textField(query, "emptied"),
  };
}

/** Answers a fault with a page too: a customer in the middle of a payment reads it. */
function showFaults(app: FastifyInstance, kit: PageKit): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const here = kitOf(kit, request);
    const { statusCode = 500 } = error;
    if (statusCode === 429) return sendProblem(here, reply, { status: 429, kind: "busy" });
    if (statusCode < 500) return sendProblem(here, reply, { status: statusCode, kind: "bad" });
    if (error instanceof Busy) {
      reply.header("Retry-After", RETRY_AFTER_S);
      return sendProblem(here, reply, { status: 503, kind: "crowded" });
    }
    const level = kit.countFailure(error) ? "debug" : "error";
    request.log[level]({ err: error }, "a request for a checkout page failed");
    if (!kit.isUnavailable(error)) return sendProblem(here, reply, { status: 500, kind: "failed" });
    reply.header("Retry-After", RETRY_AFTER_S);
    return sendProblem(here, reply, { status: 503, kind: "failed" });
  });
}
