import type { FastifyReply } from "fastify";
import { DAY } from "../../kernel/clock.ts";

const HSTS_S = (365 * DAY) / 1_000;

/** For whatever leaves the service; a page that may be kept, or framed, says so itself. */
export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    ...(isSecure ? { "Strict-Transport-Security": `max-age=${HSTS_S}` } : {}),
  };
}

/** For answers to programs: a browser that is made to open or embed one does nothing with it. */
const FOR_PROGRAMS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
};

export function forPrograms(reply: FastifyReply): FastifyReply {
  return reply.headers(FOR_PROGRAMS);
}
