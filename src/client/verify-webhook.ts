import type { WebhookEvent } from "../../clients/typescript/interface.d.ts";
import { VezneSignatureError } from "./errors.ts";
import type { ErrorCode } from "./error-codes.ts";
import { createVerifier, fromBase64, utf8 } from "./hmac.ts";
import { systemPlatform } from "./platform.ts";
import { parseRecord, type JsonRecord } from "./record.ts";
import { webhookKey } from "./webhook-secret.ts";

/** Headers of a request in the form of `fetch` or of Node's `http`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyWebhookOptions = {
  /** Largest difference between `now` and the time of the signature; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** A `Date` or milliseconds since 1970; the present time by default. */
  readonly now?: number | Date | undefined;
};

type VerifyWebhookArguments = [
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secrets: string | readonly string[],
  options?: VerifyWebhookOptions,
];

const TOLERANCE_S = 300;
/** More than the number of keys of a sender; limits the work that a header can cause. */
const MOST_SIGNATURES = 16;

/**
 * Returns the event of a webhook after a check that its signature is recent and was made with one
 * of the secrets (Standard Webhooks, `v1`). `rawBody` is the unparsed body.
 * @throws VezneSignatureError, or TypeError for a missing or malformed secret
 */
export async function verifyWebhook(
  ...[headers, rawBody, secrets, options = {}]: VerifyWebhookArguments
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((part) =>
    headerOf(headers, `webhook-${part}`),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    const detail = "webhook-id, webhook-timestamp and webhook-signature are needed.";
    throw refusal("signature_missing", detail);
  }
  checkTime(timestamp, options);
  const body = typeof rawBody === "string" ? utf8(rawBody) : rawBody;
  const text = joined(utf8(`${id}.${timestamp}.`), body);
  if (!(await isSigned(text, signatures, [secrets].flat()))) {
    throw refusal("signature_invalid", "No signature is one of these secrets over this body.");
  }
  const event = parseRecord(new TextDecoder().decode(body));
  if (event === undefined || !isEvent(event)) {
    throw refusal("unreadable_answer", "The body is signed, but it is no event.");
  }
  return event;
}

function checkTime(timestamp: string, options: VerifyWebhookOptions): void {
  const { toleranceSeconds = TOLERANCE_S, now = systemPlatform.now() } = options;
  const age = Math.floor(Number(now) / 1_000) - Number(timestamp);
  if (/^\d{1,12}$/.test(timestamp) && Math.abs(age) <= toleranceSeconds) return;
  throw refusal("timestamp_out_of_tolerance", "webhook-timestamp is not that of the present.");
}

async function isSigned(
  text: Uint8Array<ArrayBuffer>,
  header: string,
  secrets: readonly string[],
): Promise<boolean> {
  const signatures = header
    .split(" ")
    .slice(0, MOST_SIGNATURES)
    .flatMap((one) => (one.startsWith("v1,") ? (fromBase64(one.slice(3)) ?? []) : []));
  const verifiers = await Promise.all(secrets.map((secret) => createVerifier(webhookKey(secret))));
  const checks = verifiers.flatMap((verify) => signatures.map((one) => verify(one, text)));
  return (await Promise.all(checks)).includes(true);
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.[0];
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === "function";
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

/** The sender is authenticated, so the data of its type is trusted. */
function isEvent(event: JsonRecord): event is JsonRecord & WebhookEvent {
  return ["type", "timestamp", "data"].every((name) => Object.hasOwn(event, name));
}

function refusal(code: ErrorCode, detail: string): VezneSignatureError {
  return new VezneSignatureError({ code, detail });
}
