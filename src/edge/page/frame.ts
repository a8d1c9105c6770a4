import { isHostname } from "../../kernel/hostname.ts";

/** The merchant's page that shows one of ours inside its own (contract C6). */
export type Frame = {
  /** Whose page it is; messages go to it alone. */
  readonly origin: string;
  /** Made by the widget for each of its frames, and repeated in every message of that frame. */
  readonly id: string;
  /** All origins that may frame this session, as `frame-ancestors` names them. */
  readonly ancestors: readonly string[];
};

declare module "fastify" {
  interface FastifyRequest {
    /** Set once the origin in the address has been held against the session's. */
    frame?: Frame;
  }
}

/**
 * An origin as browsers write it, fit for a header; `undefined` for anything else. A policy would
 * take a star for any host, and what parts its words for the end of the list.
 */
export function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, hostname } = new URL(text);
  return origin === text && origin !== "null" && isHostname(hostname) ? origin : undefined;
}
