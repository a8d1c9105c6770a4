import type { FastifyReply, FastifyRequest } from "fastify";
import { isStorable } from "../../kernel/text.ts";
import { NOT_JSON } from "./body-parser.ts";
import { fieldProblem, RequestProblem, safeName } from "../problem/request-problem.ts";

/**
 * Refuses an encoded body, and a query that is not well-formed UTF-8 or has control characters.
 * @throws RequestProblem
 */
export function checkRequest(request: FastifyRequest, reply: FastifyReply): void {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity") {
    // The answer names the accepted encoding (RFC 9110, 15.5.16).
    reply.header("Accept-Encoding", "identity");
    const detail = "Content-Encoding must not be used: send the body as it is.";
    throw new RequestProblem({ ...NOT_JSON, detail });
  }
  const { url } = request;
  const start = url.indexOf("?");
  if (start >= 0) checkQuery(url.slice(start + 1));
}

const CONTROL = /\p{Cc}/u;
// A query of plain characters needs no decoding.
const ENCODED = /%/;

function checkQuery(query: string): void {
  if (!ENCODED.test(query)) return;
  for (const pair of query.split("&")) {
    const text = decoded(pair);
    if (text !== undefined && isStorable(text) && !CONTROL.test(text)) continue;
    const [name = ""] = pair.split("=", 1);
    throw fieldProblem(
      safeName(name, "A query parameter"),
      "must be percent-encoded UTF-8 without control characters",
    );
  }
}

function decoded(pair: string): string | undefined {
  try {
    return decodeURIComponent(pair);
  } catch {
    return undefined;
  }
}
