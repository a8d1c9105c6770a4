import { BOUNDS } from "../../kernel/bounds.ts";
import { findUnstorable } from "../../kernel/text.ts";
import type { Problem } from "./problem.ts";

/** A request that can't be read; carries the problem to answer with. */
export class RequestProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
// Only an escape can bring a NUL or a lone surrogate into text that was valid UTF-8.
const MAY_BE_UNSTORABLE = /\\u(0000|[dD][89a-fA-F])/;

/**
 * Parses a JSON body strictly: valid UTF-8, bounded depth, no text that could not be stored. An empty
 * body is `undefined`, so that a route without required fields takes one.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const source = decode(bytes);
  if (depthOf(source) > BOUNDS.jsonDepthMax) {
    throw malformed(`The body must be nested at most ${BOUNDS.jsonDepthMax} levels deep.`);
  }
  const value = parse(source);
  const field = MAY_BE_UNSTORABLE.test(source) ? findUnstorable(value) : undefined;
  if (field !== undefined) {
    const message = "must not contain NUL or unpaired surrogate characters";
    throw new RequestProblem({
      status: 400,
      code: "validation_failed",
      detail: `${field} ${message}.`,
      errors: [{ field, message }],
    });
  }
  return value;
}

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
  return new RequestProblem({ status: 400, code: "malformed_body", detail });
}

/** Deepest nesting of brackets outside strings; checked before anything recurses over the value. */
function depthOf(source: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < source.length; index += 1) {
    const code = source.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, (depth += 1));
    else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return deepest;
}
