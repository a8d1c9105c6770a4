import type { FastifyReply, FastifyRequest } from "fastify";
import { statusOf, type ProblemCode } from "./problem-codes.ts";
import { problemBody, type ErrorForm, type Problem } from "./problem.ts";
import { knownStyle } from "./response-style.ts";
import { RESULT_CODE } from "../schema/result-codes.ts";

const CODE = Symbol("problem code");

declare module "fastify" {
  interface FastifyContextConfig {
    errorForm?: ErrorForm;
  }
  interface FastifyRequest {
    [CODE]?: ProblemCode;
  }
}

/** Returns the code that a request was refused with, also where the answer does not carry it. */
export function problemCodeOf(request: FastifyRequest): ProblemCode | undefined {
  return request[CODE];
}

export type ProblemSender = (reply: FastifyReply, problem: Problem) => FastifyReply;

export function createProblemSender(docs: string): ProblemSender {
  return (reply, problem) => {
    const form = reply.request.routeOptions.config.errorForm ?? "problem";
    reply.request[CODE] = problem.code;
    reply.code(statusOf(problem));
    if (problem.retryAfterS !== undefined) reply.header("Retry-After", problem.retryAfterS);
    if (form === "detail") {
      // The body `{ detail }` has no member for the code, so a link leads to its page (RFC 8288).
      reply.header("Link", `<${docs}/errors/${problem.code}>; rel="help"`);
      return reply.type("application/json").send(JSON.stringify({ detail: problem.detail }));
    }
    const body = problemBody(problem, { docs, payment: form !== "problem" });
    if (form === "pay" && knownStyle(reply.request) === "codes") {
      return sendCode(reply, problem, body);
    }
    return reply.type("application/problem+json").send(JSON.stringify(body));
  };
}

function sendCode(
  reply: FastifyReply,
  { code, detail }: Problem,
  body: Readonly<Record<string, unknown>>,
): FastifyReply {
  const { number, ok } = codesRefusal(code);
  if (!ok) {
    const numbered = JSON.stringify({ ...body, status: number });
    return reply.type("application/problem+json").send(numbered);
  }
  const answer = JSON.stringify({ status: number, message: detail });
  return reply.code(200).type("application/json").send(answer);
}

/**
 * The number of a refusal in the style `codes`. An expired session and a wrong card number have
 * numbers of their own and HTTP 200; every other refusal is the usual problem with `status` −1.
 */
function codesRefusal(code: ProblemCode): { readonly number: number; readonly ok: boolean } {
  if (code === "session_expired") return { number: RESULT_CODE.session_expired, ok: true };
  if (code === "invalid_card_number") return { number: RESULT_CODE.invalid_card_number, ok: true };
  return { number: RESULT_CODE.general, ok: false };
}
