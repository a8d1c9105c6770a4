import type { FastifyReply } from "fastify";
import type { IdempotencyClaim } from "../../payment/ports.ts";
import { sendPage } from "../page/render-page.ts";
import { formPage, type FormFacts } from "./form-page.tsx";
import type { Method } from "../page/method.ts";
import type { Checkout, PageKit } from "./page-kit.ts";

/** Every change is followed by a redirect, so that a reload never pays twice. */
export function redirectToCheckout(
  kit: PageKit,
  { session, language }: Checkout,
  reply: FastifyReply,
): FastifyReply {
  return reply.redirect(kit.paths.checkout(session.sessionId, { language }), 303);
}

/** The form with what is wrong in it; nothing was changed. */
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

/** Two presses of one rendered form are one payment, even if the first was already declined. */
export function claimOfForm(
  kit: PageKit,
  form: { readonly method: Method; readonly formKey: string },
): IdempotencyClaim | undefined {
  const { method, formKey } = form;
  if (!FORM_KEY.test(formKey)) return undefined;
  return { key: `page:${method}:${formKey}`, fingerprint: kit.digest.sha256(formKey) };
}
