import type { FastifyReply } from "fastify";
import type { IdempotencyClaim } from "../../domain/payment/ports.ts";
import { sendPage } from "../../page/render-page.ts";
import { formPage, type FormFacts } from "./form-page.tsx";
import type { Method } from "../../page/method.ts";
import type { Checkout, PageKit } from "../page-kit.ts";

/** Redirects to the payment page (303), so that a reload never submits a form again. */
export function redirectToCheckout(
  kit: PageKit,
  { session, language }: Checkout,
  reply: FastifyReply,
): FastifyReply {
  return reply.redirect(kit.paths.checkout(session.sessionId, { language }), 303);
}

/** Sends the form again with its errors; the submission has changed nothing. */
export async function showFormAgain(
  kit: PageKit,
  { checkout, ...facts }: FormFacts & { readonly checkout: Checkout },
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendPage(reply, {
    status: 422,
    publicUrl: kit.publicUrl,
    page: await formPage(kit, checkout, facts),
  });
}

const FORM_KEY = /^[0-9a-z]{26}$/;

/**
 * The idempotency claim of a rendered form, identified by the form's key. A second submission of
 * the same form gets the payment of the first one, even if that payment was declined.
 */
export function claimOfForm(
  kit: PageKit,
  form: { readonly method: Method; readonly formKey: string },
): IdempotencyClaim | undefined {
  const { method, formKey } = form;
  if (!FORM_KEY.test(formKey)) return undefined;
  return { key: `page:${method}:${formKey}`, fingerprint: kit.digest.sha256(formKey) };
}
