import type { Declined, Unknown } from "../../domain/payment/acquirer-outcomes.ts";
import type { BankTransport } from "./bank-transport.ts";
import { type Charset, charsetNamed, decodeBytes } from "./charset.ts";

export type BankQuestion = {
  readonly url: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** The character set of an answer that names none. */
  readonly charset: Charset;
  readonly timeoutMs: number;
};

export type BankText =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    }
  /** No byte of the request reached the bank. */
  | { readonly kind: "unreachable"; readonly cause: string }
  | Unknown;

/** Firewalls of some banks refuse requests without these two. */
const USUAL_HEADERS = { "user-agent": "Vezne", accept: "*/*" } as const;

/**
 * Posts a message and returns the text of the answer. Everything that is not a message of the bank
 * (another status, an empty body, a page of HTML) is `unknown`: a firewall or a maintenance page
 * says nothing about the payment.
 */
export async function askBank(transport: BankTransport, question: BankQuestion): Promise<BankText> {
  const { url, contentType, headers, body, charset, timeoutMs } = question;
  const answered = await transport.post({
    url,
    headers: { ...USUAL_HEADERS, ...headers, "content-type": contentType },
    body,
    timeoutMs,
  });
  if (answered.kind === "never_sent") return { kind: "unreachable", cause: answered.cause };
  if (answered.kind === "no_answer") return unknown(answered.cause);
  if (answered.status !== 200) return unknown(`http_${answered.status}`);
  const text = decodeBytes(answered.body, charsetOf(answered, charset));
  if (text.trim() === "") return unknown("empty_answer");
  if (isHtml(text)) return unknown("html_answer");
  return { kind: "text", text, headers: answered.headers };
}

/**
 * Asks a question that moves no money, and repeats it once if the answer is lost. Without the
 * repetition a customer who returns from the bank would wait until the payment has failed.
 */
export async function askTwice<Answer extends { readonly kind: string }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const first = await ask();
  return first.kind === "unknown" ? ask() : first;
}

export function unknown(cause: string): Unknown {
  return { kind: "unknown", cause };
}

/** The outcome of a request that never reached the bank: it may be sent again, also elsewhere. */
export function unreachable(cause: string): Declined {
  return {
    kind: "declined",
    reason: "bank_unreachable",
    bankCode: "",
    bankMessage: cause,
    retry: "same_request",
  };
}

/** A refusal before anything was sent, because this bank can't take the request. */
export function refusedUnsent(cause: string): Declined {
  return {
    kind: "declined",
    reason: "general_error",
    retry: "same_request",
    bankCode: "",
    bankMessage: cause,
  };
}

/** True for a page of HTML, which banks' firewalls send with status 200 in place of an answer. */
export function isHtml(text: string): boolean {
  const start = text.slice(0, 2_048).trimStart().toLowerCase();
  return start.startsWith("<!doctype html") || /<(?:html|head|body)[\s>]/.test(start);
}

/** The character set that the answer itself names, in its header or its XML declaration. */
function charsetOf(
  { headers, body }: { headers: Readonly<Record<string, unknown>>; body: Buffer },
  otherwise: Charset,
): Charset {
  const header = headers["content-type"];
  const prolog = body.subarray(0, 100).toString("latin1");
  const [, named = ""] =
    /charset="?([\w-]+)/i.exec(typeof header === "string" ? header : "") ??
    /^\s*<\?xml[^>]*encoding=["']([\w-]+)/i.exec(prolog) ??
    [];
  return charsetNamed(named) ?? otherwise;
}
