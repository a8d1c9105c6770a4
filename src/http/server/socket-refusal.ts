import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { statusOf } from "../problem/problem-codes.ts";
import { problemBody, type Problem } from "../problem/problem.ts";

export type SocketRefusalDeps = {
  readonly docs: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly newRequestId: () => string;
};

/** The error with which Node's parser gave up on a connection. */
export type BrokenRequest = Error & { readonly code?: string };

/**
 * Answers bytes that never became a request, and closes the connection, because the rest of the
 * broken request can't be told from a next request.
 */
export function refuseOnSocket(
  deps: SocketRefusalDeps,
  error: BrokenRequest,
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const problem = PROBLEMS[error.code ?? ""] ?? MALFORMED;
  const status = statusOf(problem);
  const { fields, body } = answerOf(deps, problem);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`;
  socket.write(`${[line, ...lines].join("\r\n")}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** Answers a request whose `Expect` the server does not support (RFC 9110, 10.1.1). */
export function refuseExpectation(deps: SocketRefusalDeps, response: ServerResponse): void {
  const { fields, body } = answerOf(deps, UNEXPECTED);
  response.writeHead(statusOf(UNEXPECTED), fields).end(body);
}

function answerOf({ docs, headers, newRequestId }: SocketRefusalDeps, problem: Problem) {
  const body = JSON.stringify(problemBody(problem, { docs, payment: false }));
  const fields = {
    ...headers,
    "X-Request-Id": newRequestId(),
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  return { fields, body };
}

const UNEXPECTED: Problem = {
  code: "expectation_failed",
  detail: "Expect must be 100-continue, or not be sent.",
};

/** True if an answer has begun: a refusal in its middle would be read as a part of that answer. */
function isAnswering(socket: Socket): boolean {
  const message: unknown = Reflect.get(socket, "_httpMessage");
  return typeof message === "object" && message !== null && "headersSent" in message
    ? message.headersSent === true
    : false;
}

export const MALFORMED: Problem = {
  code: "malformed_request",
  detail: "The request must be well-formed HTTP/1.1.",
};

const PROBLEMS: Readonly<Record<string, Problem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: "request_timeout",
    detail: "The request did not arrive in time.",
  },
  HPE_HEADER_OVERFLOW: {
    code: "headers_too_large",
    detail: "The request line and the header fields must be at most 16 KiB together.",
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    code: "body_too_large",
    detail: "The chunk extensions of the body are too long.",
  },
};
