import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * The panel's one cookie. `__Host-` ties it to this host and to https; a plain name is for a
 * service that is reached by http, where browsers refuse the other.
 */
export type SessionCookie = {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
};

const TOKEN = /^[0-9a-z]{32}$/;

export function sessionCookie(isSecure: boolean): SessionCookie {
  const name = isSecure ? "__Host-vezne" : "vezne_panel";
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  return {
    read({ headers }) {
      const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
      return value !== undefined && TOKEN.test(value) ? value : undefined;
    },
    set: (reply, token) => void reply.header("Set-Cookie", `${name}=${token}; ${attributes}`),
    clear: (reply) => void reply.header("Set-Cookie", `${name}=; Max-Age=0; ${attributes}`),
  };
}
