import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ContentTypeParserDoneFunction } from "fastify/types/content-type-parser.js";
import { BOUNDS } from "../../kernel/bounds.ts";
import { countMembers, jsonShape, repeatedName, roundedName } from "./json-shape.ts";
import type { Problem } from "../problem/problem.ts";
import { findUnfitText } from "./unfit-text.ts";
import { fieldProblem, RequestProblem, safeName } from "../problem/request-problem.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
// Only an escape can bring a NUL, a lone surrogate or a control character below U+0020 into text
// that was valid JSON in UTF-8.
const MAY_BE_UNFIT = /\\(?:[bfnrt]|u00[01789]|u[dD][89a-fA-F])|[\u007f-\u009f]/;
// Apart from an underflow to 0, a double rounds a fraction to an integer only if its text has at
// least 17 digits and points.
const MAY_BE_ROUNDED = /[\d.]{17}/;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Makes the routes of a scope accept JSON in UTF-8 and no other content type. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    (request: FastifyRequest, body: Buffer, done: ContentTypeParserDoneFunction) => {
      let value: unknown;
      try {
        checkCharset(request.headers["content-type"] ?? "");
        value = parseJsonBody(body);
      } catch (error) {
        done(error instanceof Error ? error : malformed("The body can't be read."));
        return;
      }
      done(null, value);
    },
  );
  // `curl -d ''` sends the content type of a form with an empty body.
  app.addContentTypeParser("*", (request, _payload, done) => {
    if (request.headers["content-length"] === "0") done(null, undefined);
    else done(new RequestProblem(NOT_JSON));
  });
}

/** @throws RequestProblem if the content type names another encoding than UTF-8 */
function checkCharset(contentType: string): void {
  const charset = CHARSET.exec(contentType)?.[1] ?? "utf-8";
  if (!/^utf-?8$/i.test(charset)) throw new RequestProblem(NOT_JSON);
}

export const NOT_JSON: Problem = {
  code: "unsupported_media_type",
  detail: "Content-Type must be application/json, in UTF-8.",
};

/**
 * Parses a JSON body strictly: valid UTF-8, bounded depth and size, each name once, no text with
 * control characters or that the database could not store. Returns undefined for an empty body, so
 * that a route without required fields accepts one.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const source = decode(bytes);
  const shape = jsonShape(source);
  if (shape.depth > BOUNDS.jsonDepthMax) {
    throw malformed(`The body must be nested at most ${BOUNDS.jsonDepthMax} levels deep.`);
  }
  if (shape.parts > BOUNDS.jsonPartsMax) {
    throw malformed(`The body must hold at most ${BOUNDS.jsonPartsMax} values.`);
  }
  const value = parse(source);
  // If an object has two members `amount`, programs differ in which one they read. So a repeated
  // name is refused.
  if (countMembers(value) !== shape.members) {
    const field = safeName(repeatedName(source) ?? "", "A member of the body");
    throw fieldProblem(field, "must be given once");
  }
  const rounded = MAY_BE_ROUNDED.test(source) ? roundedName(source) : undefined;
  if (rounded !== undefined) {
    throw fieldProblem(safeName(rounded, "A member of the body"), FRACTION);
  }
  const unfit = MAY_BE_UNFIT.test(source) ? findUnfitText(value) : undefined;
  if (unfit !== undefined) {
    throw fieldProblem(safeName(unfit.path, "A member of the body"), unfit.rule);
  }
  return value;
}

const FRACTION = "must be an integer, or a fraction of at most 15 digits";

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed("The body must be UTF-8 text.");
  }
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    // The parser's own message quotes the body, which may hold a card number.
    throw malformed("The body must be a JSON document.");
  }
}

function malformed(detail: string): RequestProblem {
  return new RequestProblem({ code: "malformed_body", detail });
}
