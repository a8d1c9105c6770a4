import { BOUNDS } from "../kernel/bounds.ts";
import type { Digest } from "../kernel/digest.ts";
import type { Session } from "./session.ts";

/** What the customer brings back to the merchant (spec 6.1, contract 6). */
export type ReturnNotice =
  | { readonly status: "success"; readonly orderId: string }
  | { readonly status: "failed"; readonly orderId: string | undefined; readonly code: string };

export type RedirectDeps = { readonly digest: Digest };

/**
 * The address that the browser is sent to. Parameters of the merchant's own address are kept; ours
 * are appended, with `signature` over them: hex HMAC-SHA256, keyed with the webhook secret, of
 * `name=value` pairs sorted by name and joined by `&`, before URL encoding.
 */
export function redirectAddress(
  deps: RedirectDeps,
  session: Session,
  notice: ReturnNotice & { readonly webhookSecret: string },
): string {
  const plain = parametersOf(session, notice);
  const metadata = Object.keys(session.metadata).length === 0 ? undefined : session.metadata;
  if (notice.status === "success" && metadata !== undefined) {
    const whole = address(deps, session.successUrl, notice.webhookSecret, {
      ...plain,
      metadata: JSON.stringify(metadata),
    });
    if (whole.length < BOUNDS.redirectUrlMax) return whole;
  }
  const target = notice.status === "success" ? session.successUrl : session.failUrl;
  return address(deps, target, notice.webhookSecret, plain);
}

/** The signature over a set of added parameters; `signature` itself is not one of them. */
export function redirectSignature(
  deps: RedirectDeps,
  secret: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const text = Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join("&");
  return deps.digest.hmacSha256(secret, text);
}

function parametersOf(session: Session, notice: ReturnNotice): Record<string, string> {
  const { sessionId } = session;
  if (notice.status === "success") {
    return { order_id: notice.orderId, status: "success", session_id: sessionId };
  }
  const order = notice.orderId === undefined ? {} : { order_id: notice.orderId };
  return { ...order, status: "failed", session_id: sessionId, code: notice.code };
}

function address(
  deps: RedirectDeps,
  target: string,
  secret: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const signature = redirectSignature(deps, secret, parameters);
  const query = Object.entries({ ...parameters, signature })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return `${target}${target.includes("?") ? "&" : "?"}${query}`;
}
