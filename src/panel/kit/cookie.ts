import type { FastifyReply, FastifyRequest } from "fastify";
import { IDENTITY_ATTEMPT_MS } from "../../domain/merchant/sign-in-by-identity.ts";
import { DEVICE_LIFETIME_MS } from "../../domain/merchant/known-device.ts";
import { DAY, SECOND } from "../../kernel/clock.ts";
import { LOOK_TEXT } from "./look.ts";

const LOOK_LIFETIME_MS = 365 * DAY;

/**
 * An HttpOnly cookie, which scripts can't read. It is strict unless its shape names another rule:
 * requests from other sites don't carry it.
 */
export type PanelCookie = {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
};

export type PanelCookies = {
  /** The token of the session. */
  readonly session: PanelCookie;
  /** The proof of earlier sign-ins with this browser. */
  readonly device: PanelCookie;
  /** The look of the panel in this browser. */
  readonly look: PanelCookie;
  /** Binds a sign-in at an identity provider to this browser. */
  readonly identity: PanelCookie;
};

/**
 * The prefix `__Host-` ties a cookie to this host and to https. Browsers refuse the prefix over
 * plain http, so a service that is reached by http uses plain names.
 */
export function panelCookies(isSecure: boolean): PanelCookies {
  return {
    session: cookie(isSecure, {
      name: isSecure ? "__Host-vezne" : "vezne_panel",
      value: /^[0-9a-z]{32}$/,
    }),
    device: cookie(isSecure, {
      name: isSecure ? "__Host-vezne-device" : "vezne_device",
      value: /^[0-9a-z.~]{1,512}$/,
      lifetimeMs: DEVICE_LIFETIME_MS,
    }),
    look: cookie(isSecure, {
      name: isSecure ? "__Host-vezne-look" : "vezne_look",
      value: LOOK_TEXT,
      lifetimeMs: LOOK_LIFETIME_MS,
    }),
    identity: cookie(isSecure, {
      name: isSecure ? "__Host-vezne-identity" : "vezne_identity",
      value: /^[0-9a-z]{32}$/,
      lifetimeMs: IDENTITY_ATTEMPT_MS,
      // The provider's redirect is a navigation from another site, which carries no strict cookie.
      sameSite: "Lax",
    }),
  };
}

type Shape = {
  readonly name: string;
  /** The format of our values; any other value is ignored. */
  readonly value: RegExp;
  /** In ms; absent for a cookie that ends when the browser is closed. */
  readonly lifetimeMs?: number;
  /** By default strict. */
  readonly sameSite?: "Lax";
};

function cookie(isSecure: boolean, shape: Shape): PanelCookie {
  const { name, value: form, lifetimeMs, sameSite = "Strict" } = shape;
  const age = lifetimeMs === undefined ? "" : `; Max-Age=${Math.floor(lifetimeMs / SECOND)}`;
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? "; Secure" : ""}`;
  return {
    read({ headers }) {
      const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
      return value !== undefined && form.test(value) ? value : undefined;
    },
    set: (reply, value) => addCookie(reply, `${name}=${value}; ${attributes}${age}`),
    clear: (reply) => addCookie(reply, `${name}=; Max-Age=0; ${attributes}`),
  };
}

/** An answer may set several cookies; the last value of a name wins. */
function addCookie(reply: FastifyReply, line: string): void {
  const name = line.slice(0, line.indexOf("=") + 1);
  const set = reply.getHeader("Set-Cookie");
  const lines = Array.isArray(set) ? set : set === undefined ? [] : [String(set)];
  reply.removeHeader("Set-Cookie");
  reply.header("Set-Cookie", [...lines.filter((one) => !one.startsWith(name)), line]);
}
