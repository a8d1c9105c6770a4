import type { FastifyReply } from "fastify";

import type { Language } from "../challenge.ts";
import { renderPage } from "../page/layout.tsx";
import { TwicePage } from "../page/trial-pages.tsx";
import { pageHeaders, signedReturnUrl, type SignedReturn } from "./page-reply.ts";

type Twice = {
  readonly signed: SignedReturn;
  readonly language: Language;
  readonly nonce: string;
};

/** Sends a page that loads the return URL as an image, and again when the customer clicks. */
export function sendTwice(reply: FastifyReply, { signed, language, nonce }: Twice): FastifyReply {
  const address = signedReturnUrl(signed);
  return reply
    .headers(pageHeaders(nonce, new URL(address).origin))
    .send(renderPage(TwicePage({ language, nonce, address })));
}
