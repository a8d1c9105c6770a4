import type { FastifyReply, FastifyRequest } from "fastify";
import { codesRefusal } from "./codes-refusal.ts";
import { statusOf, type ProblemCode } from "./problem-codes.ts";
import { problemBody, type ErrorForm, type Problem } from "./problem.ts";
import { knownStyle } from "./response-style.ts";

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
