import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import { timeOf, type BankDeps } from "../bank-deps.ts";
import { hasTimedOut, type ChallengeResult, type Language } from "../challenge.ts";
import type { EntryKey } from "../entry.ts";
import { newNonce } from "../numbers.ts";
import { ExpiredPage, UnknownPage, type PageProps } from "../page/challenge-page.tsx";
import { type Layout, renderPage } from "../page/layout.tsx";
import { LostPage, TwicePage } from "../page/trial-pages.tsx";
import {
  buttonOf,
  chosenLanguage,
  pageHeaders,
  sendReturn,
  type Button,
  type SignedReturn,
  signedReturnUrl,
} from "./page-reply.ts";
import { TerminalKeys } from "../terminal.ts";
import { readTrial, type Trial } from "../trial.ts";

/** A challenge or a payment about which the customer decides at a page of the bank. */
type Entry = EntryKey & {
  readonly id: string;
  readonly orderId: string;
  readonly amount: Money;
  readonly language: Language;
  readonly returnUrl: string;
  readonly wrongCodes: number;
  readonly aheadMs: number;
  readonly expiresAt: Instant;
  readonly decision: { readonly result: ChallengeResult; readonly at: Instant } | undefined;
};

/** A submitted form: a button of the customer, or a trial of a developer. */
export type Submission =
  | { readonly trial: Trial }
  | { readonly trial: undefined; readonly button: Button; readonly otp: string };

export type PageKind<Kind extends Entry> = {
  readonly path: "/3ds" | "/pay";
  readonly find: (id: string) => Promise<Kind | undefined>;
  /** Stores an entry; false if another request has changed it since it was read. */
  readonly amend: (entry: Kind) => Promise<boolean>;
  /** Returns the entry after a form; the same object if the form changes nothing. */
  readonly answer: (entry: Kind, submitted: Submission, now: Instant) => Kind;
  /** Runs after every submit that finds or makes the entry decided, before the customer leaves. */
  readonly onDecided: (entry: Kind, now: Instant) => Promise<void>;
  readonly page: (entry: Kind, props: PageProps) => ReturnType<typeof Layout>;
  /** The fields of the return URL that prove the authentication. */
  readonly proof: (entry: Kind) => Readonly<Record<"md_status" | "eci" | "cavv", string>>;
  /**
   * True if the developer's trial `lost` shows a page instead of returning the customer to the
   * merchant.
   */
  readonly losesReturn: boolean;
};

type PageRequest = FastifyRequest<{
  Params: { id: string };
  Querystring: { lang?: string | string[] };
  Body: URLSearchParams | undefined;
}>;

type Exchange = { readonly request: PageRequest; readonly reply: FastifyReply };

type Counter<Kind extends Entry> = {
  readonly deps: BankDeps;
  readonly keys: TerminalKeys;
  readonly kind: PageKind<Kind>;
};

/**
 * Registers the pages of one kind. GET shows the page or, after the decision, sends the customer
 * back to the merchant; POST takes a submit of the form.
 */
export function customerPages<Kind extends Entry>(
  app: FastifyInstance,
  deps: BankDeps,
  kind: PageKind<Kind>,
): void {
  const counter = { deps, kind, keys: new TerminalKeys(deps.masterSecret) };
  const path = `${kind.path}/:id`;
  app.get(path, (request: PageRequest, reply) => show(counter, { request, reply }));
  app.post(path, (request: PageRequest, reply) => decide(counter, { request, reply }));
}

async function show<Kind extends Entry>(
  counter: Counter<Kind>,
  exchange: Exchange,
): Promise<FastifyReply> {
  const entry = await counter.kind.find(exchange.request.params.id);
  if (entry?.decision !== undefined)
    return sendReturn(exchange.reply, signedReturn(counter, entry));
  return sendPage(counter, exchange, entry);
}

async function decide<Kind extends Entry>(
  counter: Counter<Kind>,
  exchange: Exchange,
): Promise<FastifyReply> {
  const { deps, kind } = counter;
  const { request, reply } = exchange;
  const submitted = readForm(request.body);
  // The merchant's form brings the customer here by POST; a page loaded by GET survives a reload.
  if (submitted === undefined) return reply.redirect(addressOf(counter, request.params.id), 303);
  for (;;) {
    const entry = await kind.find(request.params.id);
    if (entry === undefined) return sendPage(counter, exchange, entry);
    const now = timeOf(deps, entry);
    const answered = kind.answer(entry, submitted, now);
    // The write fails if another request changed the entry after the read: the loop reads it again.
    if (answered !== entry && !(await kind.amend(answered))) continue;
    if (answered.decision === undefined) {
      // After this redirect, a reload of the page does not submit the wrong code again.
      const language = languageOf(request, answered);
      return reply.redirect(`${addressOf(counter, answered.id)}?lang=${language}`, 303);
    }
    await kind.onDecided(answered, now);
    return sendAway(counter, exchange, { entry: answered, trial: submitted.trial });
  }
}

function readForm(form: URLSearchParams | undefined): Submission | undefined {
  const trial = readTrial(form);
  if (trial !== undefined) return { trial };
  const button = buttonOf(form);
  return button === undefined ? undefined : { trial, button, otp: form?.get("otp") ?? "" };
}

/** Sends the customer back to the merchant; the trials `twice` and `lost` show a page instead. */
function sendAway<Kind extends Entry>(
  counter: Counter<Kind>,
  { request, reply }: Exchange,
  { entry, trial }: { readonly entry: Kind; readonly trial: Trial | undefined },
): FastifyReply {
  const signed = signedReturn(counter, entry);
  const page = { language: languageOf(request, entry), nonce: newNonce(counter.deps.random) };
  if (trial?.name === "twice") return sendTwice(reply, { ...page, signed });
  if (trial?.name !== "lost" || !counter.kind.losesReturn) return sendReturn(reply, signed);
  return reply.headers(pageHeaders(page.nonce)).send(renderPage(LostPage(page)));
}

/**
 * Returns the return URL and its fields. They contain stored values only, so every submit and
 * reload after the decision sends the same fields.
 */
function signedReturn<Kind extends Entry>(
  { keys, kind }: Counter<Kind>,
  entry: Kind,
): SignedReturn {
  const fields = {
    request_id: entry.requestId,
    order_id: entry.orderId,
    amount: entry.amount.minor.toString(),
    currency: entry.amount.currency,
    md: entry.id,
    ...kind.proof(entry),
    result: entry.decision?.result ?? "",
    timestamp: String(entry.decision?.at ?? ""),
  };
  return { returnUrl: entry.returnUrl, fields, key: keys.of(entry.terminal) };
}

function sendPage<Kind extends Entry>(
  { deps, kind }: Counter<Kind>,
  { request, reply }: Exchange,
  entry: Kind | undefined,
): FastifyReply {
  const props = {
    language: languageOf(request, entry),
    nonce: newNonce(deps.random),
    isFramed: request.headers["sec-fetch-dest"] === "iframe",
  };
  const page =
    entry === undefined
      ? UnknownPage(props)
      : hasTimedOut(entry, timeOf(deps, entry))
        ? ExpiredPage(props)
        : kind.page(entry, props);
  return reply
    .code(entry === undefined ? 404 : 200)
    .headers(pageHeaders(props.nonce))
    .send(renderPage(page));
}

function languageOf(request: PageRequest, entry: Entry | undefined): Language {
  return chosenLanguage(request.query.lang) ?? entry?.language ?? "tr";
}

function addressOf<Kind extends Entry>({ deps, kind }: Counter<Kind>, id: string): string {
  return `${deps.publicBaseUrl}${kind.path}/${encodeURIComponent(id)}`;
}

type RepeatedReturn = {
  readonly signed: SignedReturn;
  readonly language: Language;
  readonly nonce: string;
};

/** Sends a page that loads the return URL as an image, and again when the customer clicks. */
function sendTwice(reply: FastifyReply, { signed, language, nonce }: RepeatedReturn): FastifyReply {
  const address = signedReturnUrl(signed);
  return reply
    .headers(pageHeaders(nonce, new URL(address).origin))
    .send(renderPage(TwicePage({ language, nonce, address })));
}
