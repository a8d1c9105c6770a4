import type { FastifyRequest } from "fastify";
import type { Session } from "../../domain/session/session.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { openSession } from "../../domain/payment/open-session.ts";
import { textField } from "../../page/fields.ts";
import { parseOrigin, type Frame } from "../../page/frame.ts";
import { createPaths } from "../../page/paths.ts";
import type { PageKit } from "../page-kit.ts";

/** The widget makes this id at random. Hexadecimal digits need no escaping in any output. */
const FRAME_ID = /^[0-9a-f]{16,64}$/;

/**
 * Reads the frame from the request's address, because browsers send no cookie in a frame. Returns
 * undefined for an origin that may not frame the session; the page then forbids framing. The page
 * for an unknown session may be framed by any origin: it has nothing to protect, and the widget
 * must receive the error. A form may not, because its body may name another session than its
 * address; forms that name two are refused.
 */
export async function findFrame(kit: PageKit, request: FastifyRequest): Promise<Frame | undefined> {
  // The hosted page is never framed, even if its address has the parameters of a frame.
  if (request.routeOptions.url === "/checkout") return undefined;
  const origin = parseOrigin(textField(request.query, "origin"));
  const id = textField(request.query, "frame");
  if (origin === undefined || !FRAME_ID.test(id)) return undefined;
  const context = await openSession(kit, textField(request.query, "session"));
  if (!context.ok) {
    return request.method === "GET" ? { origin, id, ancestors: [origin] } : undefined;
  }
  const ancestors = allowedOrigins(context.value);
  return ancestors.includes(origin) ? { origin, id, ancestors } : undefined;
}

type Owner = { readonly session: Session; readonly merchant: Merchant };

/** Origins that may frame a session: those of its return URLs and of the merchant's settings. */
export function allowedOrigins({ session, merchant }: Owner): readonly string[] {
  const returns = [session.successUrl, session.failUrl].map((address) => new URL(address).origin);
  const listed = merchant.settings.allowedOrigins.flatMap((text) => parseOrigin(text) ?? []);
  return [...new Set([...returns, ...listed])];
}

/** The kit with the paths and the frame of a request. */
export function kitOf(kit: PageKit, { frame }: FastifyRequest): PageKit {
  if (frame === undefined) return kit;
  return { ...kit, frame, paths: createPaths(kit.publicUrl, frame) };
}
