import { type Money, money } from "../../kernel/money.ts";
import { Secret } from "../../kernel/secret.ts";
import type {
  Acquirer,
  AuthorizeOutcome,
  AuthorizeRequest,
  ChallengedRequest,
  ConnectionCheck,
  Declined,
  FinalOutcome,
  Inquiry,
  InquiryOutcome,
  ReturnOutcome,
  ReturnRequest,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { askTwice, unknown, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { bankText } from "../kit/bank-text.ts";
import { relayCardMessage } from "../kit/card-form.ts";
import { notOpened } from "../kit/challenge-terms.ts";
import { referenceOf } from "../kit/reference.ts";
import { unprovenAtGate } from "../kit/opened-challenge.ts";
import { packState, unpackState } from "../kit/state.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { dialectNameOf } from "./banks.ts";
import { CHARGE_MS, capabilitiesOf } from "./capabilities.ts";
import { refusalOf } from "./codes.ts";
import type { Account, BoaDialect, BoaResult, BoaReturn } from "./dialect.ts";
import { askResult, listOrders, type OpenAccount } from "./exchange.ts";
import { jsonDialect } from "./json-dialect.ts";
import { authorizationOf, hasFailed, ownOrders, refundOf } from "./orders.ts";
import { refund, undo } from "./reversal.ts";
import { xmlDialect } from "./xml-dialect.ts";

const DIALECTS: Readonly<Record<"json" | "xml", BoaDialect>> = {
  json: jsonDialect,
  xml: xmlDialect,
};

export function openBoa(connection: OpenConnection, transport: BankTransport): Acquirer {
  const dialect = DIALECTS[dialectNameOf(connection.bank) ?? "json"];
  const account = accountOf(connection);
  const open: OpenAccount = { connection, transport, dialect, account };
  return {
    name: connection.connectionId,
    capabilities: capabilitiesOf(connection),
    referenceOf,
    authorize: (request) => authorize(open, request),
    readReturn: (request) => readReturn(open, request),
    authorizeChallenged: (request) => authorizeChallenged(open, request),
    capture: () => Promise.resolve(notOffered("no capture at this bank")),
    void: () => Promise.resolve(notOffered("no preauthorization at this bank")),
    refund: (request) => refund(open, request),
    inquire: (inquiry) => inquire(open, inquiry),
    undo: (inquiry) => undo(open, inquiry),
    check: () => check(open),
  };
}

async function authorize(open: OpenAccount, request: AuthorizeRequest): Promise<AuthorizeOutcome> {
  const { account, dialect, transport, connection } = open;
  if (request.kind === "preauth") return notOffered("no preauthorization at this bank");
  if (request.challenge === undefined) {
    return { ...notOffered("no charge without 3-D Secure"), retry: "with_challenge" };
  }
  const { returnUrl } = request.challenge;
  const { api } = connection.hosts;
  // No test system of Vakıf Katılım is known, so a connection may have no address.
  if (api === undefined) return unreachable("no_address");
  // An ampersand in the address breaks the bank's page.
  if (returnUrl.includes("&")) return notOffered("the return address has an ampersand");
  const opening = dialect.opening(account, request, returnUrl);
  const relayed = await relayCardMessage(transport, {
    url: `${api}${opening.path}`,
    contentType: opening.contentType,
    body: opening.body,
    charset: "utf-8",
    card: request.card,
    returnUrls: [returnUrl],
    timeoutMs: CHARGE_MS,
  });
  switch (relayed.kind) {
    case "show":
      return {
        kind: "challenge",
        show: relayed.show,
        state: packState({ amount: amountKey(request.amount) }),
      };
    case "returned":
      return refusedAtOnce(dialect.readReturn(account, request.reference, relayed.fields));
    case "unreachable":
      return unreachable(relayed.cause);
    default:
      return notOpened(relayed);
  }
}

/** The gate's page sends the browser straight back where it refuses the card or the message. */
function refusedAtOnce(read: BoaReturn): Declined | Unknown {
  if (read.kind === "forged" || read.isPassed) {
    return unprovenAtGate(unknown("unexpected_return"), { chargesAtGate: false });
  }
  return refusalOf({ code: read.code, message: read.message, about: "authorization" });
}

async function readReturn(open: OpenAccount, request: ReturnRequest): Promise<ReturnOutcome> {
  const { account, dialect } = open;
  const { reference, fields } = request;
  const { amount } = unpackState(request.state) ?? {};
  // No return has the amount, so the state keeps the one with which 3-D Secure was opened.
  if (amount !== amountKey(request.amount)) return { kind: "forged" };
  const read = dialect.readReturn(account, reference, fields);
  if (read.kind === "forged") return read;
  if (!read.isPassed) {
    return {
      kind: "not_authenticated",
      reason: "three_d_secure_failed",
      mdStatus: "0",
      bankMessage: bankText(read.message === "" ? read.code : read.message),
    };
  }
  if (!dialect.signsReturn) {
    const compared = await compareWithList(open, request, read.orderId);
    if (compared.kind === "unknown") return compared;
    if (compared.kind === "forged") return { kind: "forged" };
  }
  const state = packState({ orderId: read.orderId, md: read.md });
  return { kind: "authenticated", proof: { mdStatus: "1", eci: "", state } };
}

/**
 * Compares an unsigned return with the bank's own list, which must have its number with our amount.
 * The list may not have the purchase yet, so a missing one is asked about again; the customer may
 * also send the return again.
 */
function compareWithList(
  open: OpenAccount,
  { reference, amount }: ReturnRequest,
  orderId: string,
): Promise<Doubt> {
  return askTwice(async (): Promise<Doubt> => {
    const own = ownOrders(await listOrders(open, reference, amount), reference);
    if (own.kind === "unknown") return own;
    if (own.orders.length === 0) return unknown("return_not_listed");
    const order = own.orders.find((one) => one.orderId === orderId);
    const isOurs = order?.amount?.minor === amount.minor && !hasFailed(order);
    return { kind: isOurs ? "ours" : "forged" };
  });
}

type Doubt = { readonly kind: "ours" | "forged" } | Unknown;

async function authorizeChallenged(
  open: OpenAccount,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const { orderId, md } = unpackState(request.proof.state) ?? {};
  if (orderId === undefined || md === undefined) return notOffered("the proof is missing");
  const { reference, amount, installmentCount } = request;
  const provision = { reference, orderId, amount, installmentCount, md };
  const result = await askResult(open, open.dialect.provision(open.account, provision));
  if (result.kind === "unreachable") return unreachable(result.cause);
  if (result.kind === "unknown") return result;
  const refusal = refusalOfProvision(result, { reference, orderId });
  return refusal ?? confirmed(open, request);
}

/** Returns the reason why an answer is no approval, or undefined for an approval of our charge. */
function refusalOfProvision(
  { code, message, isSuccess, reference, orderId }: BoaResult & { readonly kind: "result" },
  asked: { readonly reference: string; readonly orderId: string },
): Declined | Unknown | undefined {
  if (isSuccess !== (code === "00")) return unknown("contradicting_answer");
  if (!isSuccess) return refusalOf({ code, message, about: "authorization" });
  const isOurs = reference === asked.reference && orderId === asked.orderId;
  return isOurs ? undefined : unknown("foreign_answer");
}

/** The answer has no signed amount, so the bank's list tells amount and authorization number. */
async function confirmed(
  open: OpenAccount,
  { reference, amount }: ChallengedRequest,
): Promise<FinalOutcome> {
  const list = await askTwice(() => listOrders(open, reference, amount));
  const outcome = authorizationOf(list, { reference, amount });
  return outcome.kind === "approved" ? outcome : unknown("unconfirmed_approval");
}

async function inquire(open: OpenAccount, inquiry: Inquiry): Promise<InquiryOutcome> {
  const { kind, reference, amount, original } = inquiry;
  if (kind === "authorize") {
    return authorizationOf(await listOrders(open, reference, amount), inquiry);
  }
  if (kind !== "refund" || original === undefined) return { kind: "not_found" };
  return refundOf(await listOrders(open, original.reference, amount), inquiry);
}

/** Asks for a purchase that no attempt has; the bank answers an empty list. */
async function check(open: OpenAccount): Promise<ConnectionCheck> {
  const list = await listOrders(open, "0".repeat(20), money(0n, "TRY"));
  return list.kind === "orders" ? { kind: "ready" } : list;
}

function accountOf({ credentials }: OpenConnection): Account {
  const { merchant_id, customer_id, user_name, password } = credentials;
  return {
    merchantId: merchant_id?.reveal() ?? "",
    customerId: customer_id?.reveal() ?? "",
    userName: user_name?.reveal() ?? "",
    password: password ?? new Secret(""),
  };
}

function amountKey({ minor, currency }: Money): string {
  return `${minor} ${currency}`;
}

function notOffered(bankMessage: string): Declined {
  return { kind: "declined", reason: "general_error", bankCode: "", bankMessage, retry: "no" };
}
