import { isHostname } from "../kernel/hostname.ts";

/** A frame in a merchant's page that shows one of our pages (contract C6). */
export type Frame = {
  /** The origin of the merchant's page; messages are sent to it only. */
  readonly origin: string;
  /** The widget makes an id for each frame, and every message of the frame repeats it. */
  readonly id: string;
  /** All origins that may frame this session, for `frame-ancestors`. */
  readonly ancestors: readonly string[];
};

declare module "fastify" {
  interface FastifyRequest {
    /** Set once the origin in the address was found among those that may frame the session. */
    frame?: Frame;
  }
}

/** The most origins of a merchant; every page in a frame names all of them in a header. */
export const ORIGINS_MAX = 20;

/**
 * Returns an origin in the spelling of browsers, or undefined for any other text. The check keeps
 * wildcards and separators, which have a meaning of their own, out of a content security policy.
 */
export function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, hostname } = new URL(text);
  return origin === text && origin !== "null" && isHostname(hostname) ? origin : undefined;
}
