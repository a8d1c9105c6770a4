import type {
  Acquirer,
  AuthorizeOutcome,
  AuthorizeRequest,
  Capabilities,
  ChallengeWish,
  ConnectionCheck,
  Declined,
  Unknown,
} from "../../../payment/acquirer-port.ts";
import { assert } from "../../../kernel/assert.ts";
import type { Secret } from "../../../kernel/secret.ts";
import { askBank, unknown, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { relayCardForm } from "../kit/card-form.ts";
import { referenceOf } from "../kit/reference.ts";
import { unpackState } from "../kit/state.ts";
import type { OpenConnection } from "../protocol.ts";
import { type Answer, type AskedAbout, outcomeOf, readAnswer, readStatus } from "./answer.ts";
import { challengeState, readReturn, type ReturnRules } from "./challenge.ts";
import { inquire } from "./inquiry.ts";
import { refund, type Returning, undo } from "./modification.ts";
import {
  authorizeMessage,
  captureMessage,
  challengedMessage,
  creditMessage,
  gateForm,
  inquiryMessage,
  type Model,
  type Store,
  voidMessage,
} from "./request.ts";

export const MODELS = ["3d", "3d_pay", "3d_host"] as const satisfies readonly Model[];

/** The banks' samples wait 90 s for a charge; no bank publishes its own limit. */
const CHARGE_MS = 90_000;
const INQUIRY_MS = 30_000;
const DAY_END = "23:59";

/** The order id of `check`, which no attempt has. */
const NO_ORDER = "0vezne0check00000000";

/** One connection to a store. */
type Line = {
  readonly connection: OpenConnection;
  readonly transport: BankTransport;
  readonly store: Store;
  readonly model: Model;
};

/** Opens a connection to a bank that speaks NestPay. */
export function openNestpay(connection: OpenConnection, transport: BankTransport): Acquirer {
  const store = storeOf(connection);
  const line: Line = { connection, transport, store, model: modelOf(connection.model) };
  const { model } = line;
  const rules: ReturnRules = { store, model, acceptedMdStatus: connection.acceptedMdStatus };
  const find = (inquiry: Parameters<Acquirer["inquire"]>[0]) =>
    inquire((reference, what) => askOrder(line, reference, what), inquiry);
  const returning = returningOf(line);
  return {
    name: connection.connectionId,
    capabilities: capabilitiesOf(connection, model),
    referenceOf,
    authorize: (request) =>
      request.challenge === undefined
        ? charge(line, authorizeMessage(store, request), chargedBy(request, false))
        : openChallenge({ line, rules }, { ...request, challenge: request.challenge }),
    readReturn: (request) => Promise.resolve(readReturn(rules, request)),
    authorizeChallenged(request) {
      const { md = "", xid = "", eci = "", cavv = "" } = unpackState(request.proof.state) ?? {};
      if (md === "") return Promise.resolve(unknown("no_proof"));
      const body = challengedMessage(store, request, { md, xid, eci, cavv });
      return charge(line, body, chargedBy(request, true));
    },
    capture: ({ original, amount }) => {
      const { reference } = original;
      const asked = { about: "modification", reference, type: "capture" } as const;
      return charge(line, captureMessage(store, reference, amount), asked);
    },
    void: ({ original }) => returning.voidOrder(original.reference),
    refund: (request) =>
      refund(returning, request, { dayEnd: DAY_END, now: transport.clock.now() }),
    inquire: find,
    undo: (inquiry) => undo(returning, inquiry, find),
    check: () => check(line),
  };
}

function capabilitiesOf(connection: OpenConnection, model: Model): Capabilities {
  return {
    withoutChallenge: true,
    challenge: model === "3d_pay" ? "charge_inside" : "auth_then_charge",
    preauth: true,
    captureLess: true,
    voidHold: true,
    refund: { partial: true, beforeDayEnd: "full_as_void" },
    repeatedAuthorize: "refused",
    repeatedModification: "executed",
    inquiry: { seesRefunds: true, notFound: "never_arrived" },
    undo: { byReference: true, blocksLate: false },
    currencies: connection.currencies,
    installmentCounts: connection.installmentCounts,
    timeouts: { chargeMs: CHARGE_MS, inquiryMs: INQUIRY_MS, settledMs: CHARGE_MS + INQUIRY_MS },
    dayEnd: DAY_END,
  };
}

function chargedBy(
  request: Pick<AuthorizeRequest, "kind" | "reference" | "installmentCount">,
  hasChallenge: boolean,
): AskedAbout {
  const { kind, reference, installmentCount } = request;
  return { about: "authorization", reference, type: kind, installmentCount, hasChallenge };
}

/** Sends a message that moves money, once. */
async function charge(line: Line, body: string, asked: AskedAbout) {
  const answer = await ask(line, body, CHARGE_MS);
  if (!("kind" in answer)) return outcomeOf(answer, asked);
  return answer.kind === "unreachable" ? unreachable(answer.cause) : answer;
}

function returningOf(line: Line): Returning {
  const about = { about: "modification" } as const;
  return {
    voidOrder: (reference) =>
      charge(line, voidMessage(line.store, reference), { ...about, reference, type: "void" }),
    credit: (reference, amount) =>
      charge(line, creditMessage(line.store, reference, amount), {
        ...about,
        reference,
        type: "credit",
      }),
  };
}

async function askOrder(
  line: Line,
  reference: string,
  what: "ORDERSTATUS" | "ORDERHISTORY",
): Promise<Answer | Unknown> {
  const answer = await ask(line, inquiryMessage(line.store, reference, what), INQUIRY_MS);
  return "kind" in answer && answer.kind === "unreachable" ? unknown(answer.cause) : answer;
}

type NoAnswer = { readonly kind: "unreachable"; readonly cause: string } | Unknown;

async function ask(line: Line, body: string, timeoutMs: number): Promise<Answer | NoAnswer> {
  const answered = await askBank(line.transport, {
    url: hostOf(line.connection, "api"),
    contentType: "application/x-www-form-urlencoded",
    body,
    charset: "windows-1254",
    timeoutMs,
  });
  if (answered.kind !== "text") return answered;
  return readAnswer(answered.text) ?? unknown("unreadable_answer");
}

/**
 * Opens 3-D Secure. `3d_host` asks for the card at the bank's page, so the browser posts its form;
 * the forms of the other models hold the card, so the server posts them.
 */
async function openChallenge(
  { line, rules }: { readonly line: Line; readonly rules: ReturnRules },
  request: AuthorizeRequest & { readonly challenge: ChallengeWish },
): Promise<AuthorizeOutcome> {
  const { connection, transport, store, model } = line;
  const url = hostOf(connection, "threeD");
  const fields = gateForm(store, request, model);
  const { returnUrl } = request.challenge;
  const state = challengeState(returnUrl, request.kind);
  if (model === "3d_host") {
    const show = { kind: "form", action: url, fields: Object.fromEntries(fields) } as const;
    return { kind: "challenge", show, state };
  }
  const { card } = request;
  const relayed = await relayCardForm(transport, {
    url,
    fields,
    charset: "utf-8",
    card,
    returnUrls: [returnUrl],
    timeoutMs: CHARGE_MS,
  });
  switch (relayed.kind) {
    case "show":
      return { kind: "challenge", show: relayed.show, state };
    case "returned":
      return returnedAtOnce({ rules, request, state }, relayed.fields);
    case "unreachable":
      return unreachable(relayed.cause);
    default:
      return relayed;
  }
}

type Opened = {
  readonly rules: ReturnRules;
  readonly request: AuthorizeRequest & { readonly challenge: ChallengeWish };
  readonly state: ReturnType<typeof challengeState>;
};

/** The gate has decided without a page: it refuses the form, or the issuer wants no challenge. */
function returnedAtOnce(
  { rules, request, state }: Opened,
  fields: Readonly<Record<string, string>>,
): AuthorizeOutcome {
  const word = readReturn(rules, { ...request, state, method: "POST", fields });
  switch (word.kind) {
    case "authenticated":
      return ownReturn({ rules, request, state }, fields);
    case "decided":
      return word.outcome;
    case "not_authenticated":
      return declinedAtGate(word.mdStatus, word);
    default:
      return unknown(`gate_${word.kind}`);
  }
}

/** The browser posts the fields of the gate to our own return URL, unless they hold the card. */
function ownReturn(
  { request, state }: Opened,
  fields: Readonly<Record<string, string>>,
): AuthorizeOutcome {
  const { challenge, card } = request;
  const hasCard = Object.values(fields).some((value) => value.includes(card.number.reveal()));
  if (hasCard) return unknown("card_in_page");
  return { kind: "challenge", state, show: { kind: "form", action: challenge.returnUrl, fields } };
}

function declinedAtGate(
  mdStatus: string,
  { reason, bankMessage = "" }: Pick<Declined, "reason"> & { bankMessage?: string | undefined },
): Declined {
  return { kind: "declined", reason, bankCode: `mdStatus ${mdStatus}`, bankMessage, retry: "no" };
}

/** Asks for an order that can't exist: the bank answers so only to the right credentials. */
async function check(line: Line): Promise<ConnectionCheck> {
  const answer = await askOrder(line, NO_ORDER, "ORDERSTATUS");
  if ("kind" in answer) return answer;
  const found = readStatus(answer, { reference: NO_ORDER, currency: "TRY" });
  if (found === "not_found") return { kind: "ready" };
  const code = answer.errorCode === "" ? answer.procReturnCode : answer.errorCode;
  return { kind: "refused", code, message: answer.message.slice(0, 200) };
}

function storeOf({ credentials }: OpenConnection): Store {
  const secret = (name: string): Secret => {
    const value = credentials[name];
    assert(value !== undefined, `a NestPay connection has the credential ${name}`);
    return value;
  };
  return {
    clientId: secret("client_id").reveal(),
    userName: secret("user_name").reveal(),
    password: secret("password"),
    storeKey: secret("store_key"),
  };
}

function modelOf(model: string): Model {
  const known = MODELS.find((one) => one === model);
  assert(known !== undefined, `NestPay has the model ${model}`);
  return known;
}

function hostOf({ hosts }: OpenConnection, purpose: "api" | "threeD"): string {
  const url = hosts[purpose];
  assert(url !== undefined, `a NestPay bank has an address for ${purpose}`);
  return url;
}
