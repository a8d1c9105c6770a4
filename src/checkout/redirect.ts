import { BOUNDS } from "../kernel/bounds.ts";
import type { Digest } from "../kernel/digest.ts";
import type { Session } from "./session.ts";

/** What the customer brings back to the merchant (spec 6.1, contract 6). */
export type ReturnNotice =
  | { readonly status: "success"; readonly orderId: string }
  | { readonly status: "failed"; readonly orderId: string | undefined; readonly code: string };

type AddedParameters = Readonly<Record<string, string>>;

export type RedirectDeps = { readonly digest: Digest };

/**
 * The address that the browser is sent to. Parameters of the merchant's own address are kept;
 * ours are appended, with `signature` over them: hex HMAC-SHA256, keyed with the webhook secret, of
 * `name=value` pairs sorted by name and joined by `&`, before URL encoding.
 */
export function redirectAddress(
  deps: RedirectDeps,
  session: Session,
  notice: ReturnNotice & { readonly webhookSecret: string },
): string {
  const { webhookSecret } = notice;
  const target = notice.status === "success" ? session.successUrl : session.failUrl;
  const write = (parameters: AddedParameters): string => {
    const signature = redirectSignature(deps, webhookSecret, parameters);
    return withQuery(target, { ...parameters, signature });
  };
  const plain = parametersOf(session, notice);
  if (notice.status === "success" && Object.keys(session.metadata).length > 0) {
    const whole = write({ ...plain, metadata: JSON.stringify(session.metadata) });
    if (whole.length < BOUNDS.redirectUrlMax) return whole;
  }
  return write(plain);
}

/** The signature over a set of added parameters; `signature` itself is not one of them. */
export function redirectSignature(
  deps: RedirectDeps,
  secret: string,
  parameters: AddedParameters,
): string {
  const text = Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join("&");
  return deps.digest.hmacSha256(secret, text);
}

function parametersOf(session: Session, notice: ReturnNotice): AddedParameters {
  const { sessionId } = session;
  if (notice.status === "success") {
    return { order_id: notice.orderId, status: "success", session_id: sessionId };
  }
  const order = notice.orderId === undefined ? {} : { order_id: notice.orderId };
  return { ...order, status: "failed", session_id: sessionId, code: notice.code };
}

function withQuery(target: string, parameters: AddedParameters): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return `${target}${target.includes("?") ? "&" : "?"}${query}`;
}
