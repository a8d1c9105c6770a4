import { assert } from "../kernel/assert.ts";
import { BOUNDS } from "../kernel/bounds.ts";
import type { Instant } from "../kernel/clock.ts";
import { replacedSecret, type MerchantSecrets } from "../merchant/merchant-secret.ts";
import type { Digest } from "../kernel/digest.ts";
import type { Metadata, Session } from "./session.ts";

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
  return replacedSecret(merchant, now)?.text ?? merchant.webhookSecret;
}

export type RedirectDeps = { readonly digest: Digest };

/**
 * Builds the return URL to which the browser is sent. Parameters of the merchant's own address are
 * kept; ours are appended, with two signatures over them: `signature`, as contract C6 defines it,
 * and `signature_v2`, whose text is unambiguous for any values
 * (docs/decisions/redirect-signature.md).
 */
export function redirectAddress(
  deps: RedirectDeps,
  session: Session,
  fields: ReturnFields & { readonly webhookSecret: string },
): string {
  const { webhookSecret } = fields;
  const target = fields.status === "success" ? session.successUrl : session.failUrl;
  const write = (parameters: AddedParameters): string => {
    const signatures = redirectSignatures(deps, webhookSecret, parameters);
    return withQuery(target, [...Object.entries(parameters), ...Object.entries(signatures)]);
  };
  const plain = parametersOf(session, fields);
  if (fields.status === "success" && Object.keys(session.metadata).length > 0) {
    const whole = write({ ...plain, metadata: metadataText(session.metadata) });
    if (whole.length < BOUNDS.redirectUrlMax) return whole;
  }
  return write(plain);
}

/**
 * Returns the signatures over the added parameters; the signatures themselves are not part of them.
 */
function redirectSignatures(
  { digest }: RedirectDeps,
  secret: string,
  parameters: AddedParameters,
): { readonly signature: string; readonly signature_v2: string } {
  return {
    signature: digest.hmacSha256(secret, firstText(parameters)),
    signature_v2: digest.hmacSha256(secret, secondText(parameters)),
  };
}

/**
 * The text that `signature` signs (contract C6). As long as no value holds `&`, no two sets of
 * parameters have the same text.
 */
function firstText(parameters: AddedParameters): string {
  const values = Object.values(parameters);
  assert(!values.some((value) => value.includes("&")), "no signed value holds the separator");
  return sorted(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** Compact JSON in which `&`, the separator of `firstText`, is escaped. */
function metadataText(metadata: Metadata): string {
  return JSON.stringify(metadata).replaceAll("&", String.raw`\u0026`);
}

/**
 * The text that `signature_v2` signs: a label, then one line for each parameter. The values are in
 * hexadecimal, so none of them can hold a separator.
 */
function secondText(parameters: AddedParameters): string {
  const lines = sorted(parameters).map(([name, value]) => `${name}=${hexOf(value)}`);
  return ["vezne-redirect-v2", ...lines].join("\n");
}

function sorted(parameters: AddedParameters): readonly (readonly [string, string])[] {
  return Object.entries(parameters).toSorted(([left], [right]) => (left < right ? -1 : 1));
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
