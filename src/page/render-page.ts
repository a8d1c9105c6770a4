import type { FastifyReply } from "fastify";
import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import { chooseEncoding, compress } from "./compression.ts";
import { pageHeaders } from "./page-headers.ts";

export type PageAnswer = {
  readonly status: number;
  readonly page: VNode;
  readonly publicUrl: string;
  /** Origins that the page's forms may lead to besides our own. */
  readonly formAction?: readonly string[];
  /** Origins that may frame the page; by default those of the request's frame. */
  readonly ancestors?: readonly string[] | undefined;
  readonly frameSources?: readonly string[] | undefined;
  readonly namesItself?: boolean;
};

/** Sends a page with its headers in an encoding that the browser accepts. */
export async function sendPage(reply: FastifyReply, answer: PageAnswer): Promise<FastifyReply> {
  const { publicUrl, formAction = [], frameSources, namesItself } = answer;
  const ancestors = answer.ancestors ?? reply.request.frame?.ancestors;
  const html = Buffer.from(`<!doctype html>${render(answer.page)}`);
  const encoding = chooseEncoding(reply.request.headers["accept-encoding"]);
  reply
    .code(answer.status)
    .headers(
      pageHeaders({
        publicUrl,
        formAction: ["'self'", ...formAction],
        ancestors,
        frameSources,
        namesItself,
      }),
    )
    .header("Vary", "Accept-Encoding");
  if (encoding !== "identity") reply.header("Content-Encoding", encoding);
  return reply.send(await compress(html, encoding));
}
