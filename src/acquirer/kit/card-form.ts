import { isUtf8 } from "node:buffer";
import type { Secret } from "../../kernel/secret.ts";
import type { ChallengeDisplay, Unknown } from "../../domain/payment/acquirer-outcomes.ts";
import type { ReturnFields } from "../../domain/payment/acquirer-requests.ts";
import { type FormFields, readFormText } from "../../system/form-text.ts";
import { unknown } from "./ask-bank.ts";
import type { BankTransport } from "./bank-transport.ts";
import { type Charset, charsetNamed, decodeBytes, formBody } from "./charset.ts";
import { readForm } from "./html-form.ts";

export type CardMessage = {
  /** The bank's 3-D Secure gate. */
  readonly url: string;
  readonly contentType: string;
  readonly body: string;
  /** The character set of a page that names none. */
  readonly charset: Charset;
  readonly card: { readonly number: Secret };
  /** The addresses to which the gate sends the browser back. */
  readonly returnUrls: readonly string[];
  readonly timeoutMs: number;
};

/** The page of a gate: the address below which its links are, the card, and the ways back. */
export type GatePage = Pick<CardMessage, "url" | "card" | "returnUrls">;

export type CardForm = Omit<CardMessage, "contentType" | "body"> & {
  readonly fields: readonly (readonly [name: string, value: string])[];
};

export type Relayed =
  | { readonly kind: "show"; readonly show: ChallengeDisplay }
  /** The gate has decided at once: the fields that the browser would have brought back. */
  | { readonly kind: "returned"; readonly fields: ReturnFields }
  | { readonly kind: "unreachable"; readonly cause: string }
  | Unknown;

/**
 * Posts a form with the card to the gate from the server, because a form that the browser posts
 * would hold the card number in a stored page. The answer is the page for the customer's browser.
 */
export function relayCardForm(transport: BankTransport, form: CardForm): Promise<Relayed> {
  const { fields, charset } = form;
  const contentType = `application/x-www-form-urlencoded; charset=${charset}`;
  return relayCardMessage(transport, { ...form, contentType, body: formBody(fields, charset) });
}

/** Posts the card to a gate that takes it in a message of another form than a browser's. */
export async function relayCardMessage(
  transport: BankTransport,
  form: CardMessage,
): Promise<Relayed> {
  const answered = await transport.post({
    url: form.url,
    headers: {
      "user-agent": "Vezne",
      accept: "text/html,*/*",
      "content-type": form.contentType,
    },
    body: form.body,
    timeoutMs: form.timeoutMs,
  });
  if (answered.kind === "never_sent") return { kind: "unreachable", cause: answered.cause };
  if (answered.kind === "no_answer") return unknown(answered.cause);
  const { location } = answered.headers;
  if (answered.status >= 301 && answered.status <= 303 && typeof location === "string") {
    return redirected(form, location);
  }
  if (answered.status !== 200) return unknown(`http_${answered.status}`);
  return readPage(form, decodeBytes(answered.body, charsetOf(answered, form.charset)));
}

function redirected(form: CardMessage, location: string): Relayed {
  if (!URL.canParse(location, form.url)) return unknown("bad_redirect");
  const url = new URL(location, form.url);
  if (containsCard(url.href, form.card.number)) return unknown("card_in_page");
  if (!isReturnUrl(form, url.href))
    return { kind: "show", show: { kind: "redirect", url: url.href } };
  return { kind: "returned", fields: fieldsOf(readFormText(url.search.slice(1))) };
}

function fieldsOf(query: FormFields): ReturnFields {
  const entries = Object.entries(query);
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat()[0] ?? ""]));
}

/** Reads the page of a gate, which a bank may also send within a message. */
export function readPage(form: GatePage, document: string): Relayed {
  const found = readForm(document);
  if (found === undefined && !/<script/i.test(document)) return unknown("no_form_in_page");
  if (/<html[\s>]/i.test(document) && !/<\/html/i.test(document)) return unknown("half_page");
  const action = resolved(found?.action ?? "", form.url);
  if (found !== undefined && action !== undefined && isReturnUrl(form, action)) {
    return { kind: "returned", fields: found.fields };
  }
  if (containsCard(document, form.card.number)) return unknown("card_in_page");
  return { kind: "show", show: { kind: "html", document: withBase(document, form.url) } };
}

/** The page is served from another address than the gate's, so relative links need their base. */
function withBase(document: string, url: string): string {
  if (/<base[\s>]/i.test(document)) return document;
  const base = `<base href="${new URL(url).href.replaceAll("&", "&amp;").replaceAll('"', "%22")}">`;
  const head = /<head(?:\s[^<>]*)?>/i.exec(document);
  if (head === null) return `${base}${document}`;
  const end = head.index + head[0].length;
  return document.slice(0, end) + base + document.slice(end);
}

/** The number as the bank may have written it: in one piece or in groups. */
function containsCard(text: string, number: Secret): boolean {
  return text.replace(/[\s.-]|%20|&nbsp;/g, "").includes(number.reveal());
}

function isReturnUrl({ returnUrls }: GatePage, address: string): boolean {
  return returnUrls.some((url) => withoutQuery(url) === withoutQuery(address));
}

function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

function resolved(action: string, base: string): string | undefined {
  return URL.canParse(action, base) ? new URL(action, base).href : undefined;
}

/**
 * The character set that a page names in its header or its `meta`. A page that names none is in
 * UTF-8 if its bytes are.
 */
function charsetOf(
  { headers, body }: { readonly headers: Readonly<Record<string, unknown>>; readonly body: Buffer },
  otherwise: Charset,
): Charset {
  const header = headers["content-type"];
  const start = body.subarray(0, 2_048).toString("latin1");
  const [, named = ""] =
    /charset="?([\w-]+)/i.exec(typeof header === "string" ? header : "") ??
    /<meta\s[^<>]{0,200}charset=["']?([\w-]+)/i.exec(start) ??
    [];
  return charsetNamed(named) ?? (isUtf8(body) ? otherwise : "windows-1254");
}
