import { BOUNDS } from "../../kernel/bounds.ts";
import type { Instant } from "../../kernel/clock.ts";
import {
  readableSecret,
  replacedSecret,
  type MerchantSecrets,
} from "../merchant/merchant-secret.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { Session } from "./session.ts";

/** The parameters with which the customer returns to the merchant (spec 6.1, contract C6). */
export type ReturnFields =
  | { readonly status: "success"; readonly orderId: string }
  | { readonly status: "failed"; readonly orderId: string | undefined; readonly code: string };

type AddedParameters = Readonly<Record<string, string>>;

/**
 * Returns the merchant's secret that signs redirects. An address has room for the signature of one
 * secret only, so a replaced secret signs alone until its end; before that, shops accept both.
 */
export function redirectSecret(merchant: MerchantSecrets, now: Instant): string {
  return readableSecret(replacedSecret(merchant, now)?.text ?? merchant.webhookSecret);
}

export type RedirectDeps = { readonly digest: Digest };

/**
 * Builds the return URL to which the browser is sent. Parameters of the merchant's own address are
 * kept; ours are appended, with `signature` over them (contract C6).
 */
export function redirectAddress(
  deps: RedirectDeps,
  session: Session,
  fields: ReturnFields & { readonly webhookSecret: string },
): string {
  const { webhookSecret } = fields;
  const target = fields.status === "success" ? session.successUrl : session.failUrl;
  const write = (parameters: AddedParameters): string => {
    const signature = deps.digest.hmacSha256(webhookSecret, signedText(parameters));
    return withQuery(target, [...Object.entries(parameters), ["signature", signature]]);
  };
  const plain = parametersOf(session, fields);
  if (fields.status === "success" && Object.keys(session.metadata).length > 0) {
    const whole = write({ ...plain, metadata: JSON.stringify(session.metadata) });
    if (whole.length < BOUNDS.redirectUrlMax) return whole;
  }
  return write(plain);
}

/**
 * The text that is signed: a label, then one line for each parameter, sorted by name. The values
 * are in hexadecimal, so none of them can hold a separator (docs/decisions/redirect-signature.md).
 */
function signedText(parameters: AddedParameters): string {
  const lines = Object.entries(parameters)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${hexOf(value)}`);
  return ["vezne-redirect", ...lines].join("\n");
}

function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function parametersOf(session: Session, fields: ReturnFields): AddedParameters {
  const { sessionId } = session;
  if (fields.status === "success") {
    return { order_id: fields.orderId, status: "success", session_id: sessionId };
  }
  const order = fields.orderId === undefined ? {} : { order_id: fields.orderId };
  return { ...order, status: "failed", session_id: sessionId, code: fields.code };
}

function withQuery(target: string, parameters: readonly (readonly [string, string])[]): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return `${target}${target.includes("?") ? "&" : "?"}${query}`;
}
