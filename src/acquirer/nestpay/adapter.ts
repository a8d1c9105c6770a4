import { assert } from "../../kernel/assert.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { Acquirer } from "../../domain/payment/acquirer.ts";
import type { ConnectionCheck } from "../../domain/payment/acquirer-outcomes.ts";
import type { AuthorizeRequest } from "../../domain/payment/acquirer-requests.ts";
import type { Capabilities } from "../../domain/payment/capabilities.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { orderOf } from "../kit/original.ts";
import { referenceOf } from "../kit/reference.ts";
import { unpackState } from "../kit/state.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type AskedAbout, readStatus } from "./answer.ts";
import { readReturn, type ReturnRules } from "./challenge.ts";
import { openChallenge } from "./gate.ts";
import { inquire } from "./inquiry.ts";
import { askOrder, charge, CHARGE_MS, INQUIRY_MS, type Line } from "./line.ts";
import { refund, release, type Returning, undo } from "./modification.ts";
import {
  authorizeMessage,
  captureMessage,
  challengedMessage,
  creditMessage,
  type Model,
  type Store,
  voidMessage,
} from "./request.ts";

export const MODELS = ["3d", "3d_pay", "3d_host"] as const satisfies readonly Model[];

const DAY_END = "23:59";

/** The order id of `check`, which no attempt has. */
const NO_ORDER = "0vezne0check00000000";

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
      const reference = orderOf(original);
      const asked = { about: "modification", reference, type: "capture" } as const;
      return charge(line, captureMessage(store, reference, amount), asked);
    },
    void: ({ original }) => release(returning, orderOf(original)),
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
    leastCapturePercent: 0,
    voidHold: true,
    refund: { partial: true, beforeDayEnd: "full_as_void" },
    repeatedAuthorize: "refused",
    repeatedModification: "executed",
    inquiry: { seesRefunds: "all", notFound: "never_arrived" },
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

/** Asks for an order that can't exist: the bank answers so only to the right credentials. */
async function check(line: Line): Promise<ConnectionCheck> {
  const answer = await askOrder(line, NO_ORDER, "ORDERSTATUS");
  if ("kind" in answer) return answer;
  const found = readStatus(answer, { reference: NO_ORDER, currency: "TRY" });
  if (found === "not_found") return { kind: "ready" };
  const code = answer.errorCode === "" ? answer.procReturnCode : answer.errorCode;
  return { kind: "refused", code, message: bankText(answer.message) };
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
