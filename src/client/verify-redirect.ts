import { VezneSignatureError } from "./errors.ts";
import { createVerifier, fromHex, toHex, utf8 } from "./hmac.ts";
import type { DeclineCode } from "./pay-answer.ts";
import { parseRecord } from "./record.ts";
import type { Metadata } from "./sessions.ts";

/** The customer came back and has paid. */
export type SuccessRedirect = {
  readonly status: "success";
  readonly order_id: string;
  readonly session_id: string;
  /** The session's, as long as the address had room for it. */
  readonly metadata?: Metadata;
};

/** The customer came back and has not paid. */
export type FailRedirect = {
  readonly status: "failed";
  /** The payment that `code` is about; absent where there was none, or the session's hour ended. */
  readonly order_id?: string;
  readonly session_id: string;
  readonly code: DeclineCode;
};

export type VerifiedRedirect = SuccessRedirect | FailRedirect;

/** An address as the server sees it, or its query, parsed or not. */
export type RedirectSource =
  | string
  | URL
  | URLSearchParams
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type RedirectOptions = {
  /**
   * Believes `signature_v2` alone. Without it an address of a service that does not write
   * `signature_v2` yet is believed by its `signature`; that ends on 2027-11-23.
   */
  readonly requireV2?: boolean | undefined;
};

type Fields = ReadonlyMap<string, string>;

// What is added in any case, and what only sometimes. The merchant's own parameters may have such
// names too, but stand before ours.
const ADDED = {
  success: { always: ["order_id", "status", "session_id"], perhaps: "metadata" },
  failed: { always: ["status", "session_id", "code"], perhaps: "order_id" },
} as const;

/** How a signature is made: the text of parameters, or `undefined` where it does not sign them. */
type Version = {
  readonly name: "signature" | "signature_v2";
  readonly textOf: (signed: Fields) => string | undefined;
};

const FIRST: Version = { name: "signature", textOf: firstText };
const SECOND: Version = { name: "signature_v2", textOf: secondText };

/**
 * What a customer's browser brought back to `success_url` or `fail_url`, once its signature is
 * found to be the service's (HMAC-SHA256 with the webhook secret over the parameters that it adds).
 * Where `signature_v2` is there, it alone decides. Nothing but what was signed is given back.
 * @throws VezneSignatureError
 */
export async function verifyRedirect(
  source: RedirectSource,
  webhookSecret: string,
  { requireV2 = false }: RedirectOptions = {},
): Promise<VerifiedRedirect> {
  const fields = lastOf(source);
  const status = fields.get("status");
  const version = requireV2 || fields.has(SECOND.name) ? SECOND : FIRST;
  const signature = fields.get(version.name);
  if (signature === undefined || (status !== "success" && status !== "failed")) {
    throw new VezneSignatureError({
      code: "signature_missing",
      detail: `The address has no status and ${version.name} of the service.`,
    });
  }
  const verify = await createVerifier(utf8(webhookSecret));
  const bytes = fromHex(signature);
  const { always, perhaps } = ADDED[status];
  for (const names of [[...always, perhaps], always]) {
    const signed = only(fields, names);
    const text = version.textOf(signed);
    if (bytes === undefined || text === undefined) continue;
    if (await verify(bytes, utf8(text))) return read(signed);
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

/** `name=value` joined by `&`; the service signs no value with `&`, which would be ambiguous. */
function firstText(signed: Fields): string | undefined {
  const pairs = sorted(signed);
  if (pairs.some(([, value]) => value.includes("&"))) return undefined;
  return pairs.map(([name, value]) => `${name}=${value}`).join("&");
}

/** A label, and a line for each parameter with its value's UTF-8 bytes in hexadecimal. */
function secondText(signed: Fields): string {
  const lines = sorted(signed).map(([name, value]) => `${name}=${toHex(utf8(value))}`);
  return ["vezne-redirect-v2", ...lines].join("\n");
}

function sorted(signed: Fields): readonly (readonly [string, string])[] {
  return [...signed].toSorted(([left], [right]) => (left < right ? -1 : 1));
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
