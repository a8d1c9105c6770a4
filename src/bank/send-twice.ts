import type { FastifyReply } from "fastify";

import type { Language } from "./challenge.ts";
import { renderPage } from "./page/layout.tsx";
import { TwicePage } from "./page/trial-pages.tsx";
import { pageHeaders, signedReturnUrl, type SignedReturn } from "./page-reply.ts";

type Twice = {
  readonly signed: SignedReturn;
  readonly language: Language;
  readonly nonce: string;
};

/** A page that returns once by itself, as a picture does, and once more with the customer. */
export function sendTwice(reply: FastifyReply, { signed, language, nonce }: Twice): FastifyReply {
  const address = signedReturnUrl(signed);
  return reply
    .headers(pageHeaders(nonce, new URL(address).origin))
    .send(renderPage(TwicePage({ language, nonce, address })));
}
