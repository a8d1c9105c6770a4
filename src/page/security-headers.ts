import type { FastifyReply } from "fastify";
import { DAY, SECOND } from "../kernel/clock.ts";

const HSTS_S = (365 * DAY) / SECOND;

/** Keeps browsers at https for a year. */
export const HSTS = { "Strict-Transport-Security": `max-age=${HSTS_S}` } as const;

/** The headers of every answer; a page that may be cached or framed overrides them. */
export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    ...(isSecure ? HSTS : {}),
  };
}

/** Headers of answers to programs; they forbid browsers to render or embed such an answer. */
const FOR_PROGRAMS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
};

export function forPrograms(reply: FastifyReply): FastifyReply {
  return reply.headers(FOR_PROGRAMS);
}
