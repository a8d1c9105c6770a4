import type { DeclineCode, Metadata } from "../../clients/typescript/interface.d.ts";
import { VezneSignatureError } from "./errors.ts";
import { createVerifier, fromHex, toHex, utf8 } from "./hmac.ts";
import { parseRecord } from "./record.ts";
import { secretText } from "./webhook-secret.ts";

/** The customer returned after a successful payment. */
export type SuccessRedirect = {
  readonly status: "success";
  readonly order_id: string;
  readonly session_id: string;
  /** The session's metadata; absent if it would have made the address too long. */
  readonly metadata?: Metadata;
};

/** The customer returned without a payment. */
export type FailRedirect = {
  readonly status: "failed";
  /** The payment that failed with `code`; absent if there was none or the session expired. */
  readonly order_id?: string;
  readonly session_id: string;
  readonly code: DeclineCode;
};

export type VerifiedRedirect = SuccessRedirect | FailRedirect;

/** The address of the request, or its query, parsed or unparsed. */
export type RedirectSource =
  | string
  | URL
  | URLSearchParams
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The characters of a SHA-256 in hex. No other signature is worth hashing long values for. */
const SIGNATURE_LENGTH = 64;

type Fields = ReadonlyMap<string, string>;

// The parameters that the service always adds, and the one that it may add. The merchant's return
// URL may have parameters of the same names. The service's stand behind them, so the last is read.
const ADDED = {
  success: { always: ["order_id", "status", "session_id"], perhaps: "metadata" },
  failed: { always: ["status", "session_id", "code"], perhaps: "order_id" },
} as const;

/**
 * Verifies the signature of a return URL: HMAC-SHA256 with the webhook secret over the parameters
 * that the service adds, or with one of several secrets while one is being replaced. The result
 * contains signed parameters only.
 * @throws VezneSignatureError, or TypeError for a missing secret
 */
export async function verifyRedirect(
  source: RedirectSource,
  secrets: string | readonly string[],
): Promise<VerifiedRedirect> {
  const fields = lastOf(source);
  const status = fields.get("status");
  const signature = fields.get("signature");
  if (signature === undefined || (status !== "success" && status !== "failed")) {
    throw new VezneSignatureError({
      code: "signature_missing",
      detail: "The address has no status and signature of the service.",
    });
  }
  const verifiers = await Promise.all(
    [secrets].flat().map((secret) => createVerifier(utf8(secretText(secret)))),
  );
  const bytes = signature.length === SIGNATURE_LENGTH ? fromHex(signature) : undefined;
  const { always, perhaps } = ADDED[status];
  for (const names of [[...always, perhaps], always]) {
    if (bytes === undefined) break;
    const signed = only(fields, names);
    const text = utf8(signedText(signed));
    for (const verify of verifiers) {
      if (await verify(bytes, text)) return read(signed);
    }
  }
  throw new VezneSignatureError({
    code: "signature_invalid",
    detail: "The signature of the address is not that of the service.",
  });
}

function lastOf(source: RedirectSource): Fields {
  return new Map(pairsOf(source));
}

function pairsOf(source: RedirectSource): readonly (readonly [string, string])[] {
  if (typeof source === "string") {
    const query = source.replace(/#.*$/s, "").replace(/^[^?]*\?/s, "");
    return [...new URLSearchParams(query)];
  }
  if (source instanceof URL) return [...source.searchParams];
  if (source instanceof URLSearchParams) return [...source];
  return Object.entries(source).flatMap(([name, value]) =>
    [value ?? []].flat().map((text) => [name, text] as const),
  );
}

function only(fields: Fields, names: readonly string[]): Fields {
  return new Map([...fields].filter(([name]) => names.includes(name)));
}

/** A label, and a line for each parameter, by name, with the UTF-8 bytes of its value in hex. */
function signedText(signed: Fields): string {
  const lines = [...signed]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${toHex(utf8(value))}`);
  return ["vezne-redirect", ...lines].join("\n");
}

function read(signed: Fields): VerifiedRedirect {
  const order = signed.get("order_id");
  const session_id = signed.get("session_id") ?? "";
  if (signed.get("status") === "success") {
    const metadata = parseRecord(signed.get("metadata") ?? "");
    const added = metadata === undefined ? {} : { metadata };
    return { status: "success", order_id: order ?? "", session_id, ...added };
  }
  const named = order === undefined ? {} : { order_id: order };
  return { status: "failed", ...named, session_id, code: signed.get("code") ?? "" };
}
