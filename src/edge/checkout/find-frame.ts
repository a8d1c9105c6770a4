import type { FastifyRequest } from "fastify";
import type { Session } from "../../checkout/session.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { openSession } from "../../payment/open-session.ts";
import { textField } from "../page/fields.ts";
import { parseOrigin, type Frame } from "../page/frame.ts";
import { createPaths } from "../page/paths.ts";
import type { PageKit } from "./page-kit.ts";

/** Random, of the widget's making; its form keeps it harmless wherever it is written. */
const FRAME_ID = /^[0-9a-f]{16,64}$/;

/**
 * The frame that a request comes from, by its address alone, since no cookie reaches a frame. An
 * origin that the session does not know makes it a request like any other: not to be framed. For
 * an unknown session there is nothing to protect, and somebody to tell.
 */
export async function findFrame(kit: PageKit, request: FastifyRequest): Promise<Frame | undefined> {
  // The hosted page is framed by nobody, whatever its address says.
  if (request.routeOptions.url === "/checkout") return undefined;
  const origin = parseOrigin(textField(request.query, "origin"));
  const id = textField(request.query, "frame");
  if (origin === undefined || !FRAME_ID.test(id)) return undefined;
  const context = await openSession(kit, textField(request.query, "session"));
  if (!context.ok) return { origin, id, ancestors: [origin] };
  const ancestors = allowedOrigins(context.value);
  return ancestors.includes(origin) ? { origin, id, ancestors } : undefined;
}

type Owner = { readonly session: Session; readonly merchant: Merchant };

/** Who may frame a session: its return addresses and what the merchant has listed. */
export function allowedOrigins({ session, merchant }: Owner): readonly string[] {
  const returns = [session.successUrl, session.failUrl].map((address) => new URL(address).origin);
  const listed = merchant.settings.allowedOrigins.flatMap((text) => parseOrigin(text) ?? []);
  return [...new Set([...returns, ...listed])];
}

/** What the routes share, for the place that a request comes from. */
export function kitOf(kit: PageKit, { frame }: FastifyRequest): PageKit {
  if (frame === undefined) return kit;
  return { ...kit, frame, paths: createPaths(kit.publicUrl, frame) };
}
