import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { DAY, later, toIso, type Clock } from "../kernel/clock.ts";
import { forPrograms } from "./security-headers.ts";
import { pageRoutes, type RefuseMethod } from "./page-routes.ts";

export type SecurityTxtDeps = {
  /** `mailto:` or `https:` addresses in the order of preference. */
  readonly contacts: readonly string[];
  readonly publicUrl: string;
  /** The real time, because readers compare the expiry date with the calendar. */
  readonly clock: Clock;
  readonly refuseMethod: RefuseMethod;
};

/** The path from the root of the host, even if the service has a path of its own (RFC 9116, 3). */
const PATH = "/.well-known/security.txt";
/** RFC 9116 (2.5.5) recommends less than a year; each request gets a new expiry date. */
const VALID_MS = 180 * DAY;

/** Serves the contacts for reports of vulnerabilities (RFC 9116). */
export function securityTxt(deps: SecurityTxtDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    const route = (): void => {
      app.get(PATH, (_, reply) =>
        forPrograms(reply).type("text/plain; charset=utf-8").send(textOf(deps)),
      );
    };
    pageRoutes(app, route, deps.refuseMethod);
  };
}

function textOf({ contacts, publicUrl, clock }: SecurityTxtDeps): string {
  const { origin, protocol } = new URL(publicUrl);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${toIso(later(clock.now(), VALID_MS))}`,
    "Preferred-Languages: tr, en",
    // Web addresses in the file must be https (2.5.2).
    ...(protocol === "https:" ? [`Canonical: ${origin}${PATH}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
