import type {
  Acquirer,
  AuthorizeRequest,
  AuthorizeOutcome,
  Capabilities,
  ChallengedRequest,
  ConnectionCheck,
  FinalOutcome,
  Inquiry,
  InquiryOutcome,
  ModificationOutcome,
  ModificationRequest,
  OriginalAttempt,
  RefundRequest,
  ReturnOutcome,
  ReturnRequest,
  UndoOutcome,
} from "../../domain/payment/acquirer.ts";
import { dayInTurkey } from "../../kernel/calendar-day.ts";
import { Secret } from "../../kernel/secret.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { unknown } from "../kit/ask-bank.ts";
import { relayCardForm } from "../kit/card-form.ts";
import { openedChallenge, unprovenAtGate } from "../kit/opened-challenge.ts";
import { challengeState, openedModel } from "../kit/challenge-terms.ts";
import { orderOf, originalOf, undoneBy } from "../kit/original.ts";
import { referenceOf } from "../kit/reference.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import type { OpenConnection, Protocol } from "../protocol.ts";
import { readCharge, readModification, stateOf, type Told } from "./answer.ts";
import { BANKS, CHECKLIST, CREDENTIALS } from "./banks.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { ACCOUNT_CODES, askUnlessClear, gatewayRefusal, NO_TRANSACTION } from "./codes.ts";
import { EVIDENCE } from "./evidence.ts";
import { type Line, tell } from "./exchange.ts";
import { TIMEOUTS } from "../kit/timeouts.ts";
import { readInquiry } from "./inquiry.ts";
import {
  cardForm,
  challengedBody,
  chargeBody,
  inquiryBody,
  modificationBody,
  voidBody,
} from "./request.ts";
import { readThreeD, readThreeDPay } from "./return.ts";

export const akbank: Protocol = {
  name: "akbank",
  title: "Akbank Sanal POS (JSON)",
  banks: BANKS,
  credentials: CREDENTIALS,
  models: ["3D", "3D_PAY"],
  marksMailOrder: true,
  evidence: EVIDENCE,
  accountCodes: ACCOUNT_CODES,
  checklist: CHECKLIST,
  open: (connection, transport) => new AkbankAcquirer(connection, transport),
};

/** An order id that no attempt has. */
const CHECK_ORDER = "vezne-check";

class AkbankAcquirer implements Acquirer {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly #connection: OpenConnection;
  readonly #line: Line;

  constructor(connection: OpenConnection, transport: BankTransport) {
    this.name = connection.connectionId;
    this.capabilities = capabilitiesOf(connection);
    this.#connection = connection;
    const { merchant_safe_id: merchant, terminal_safe_id: terminal } = connection.credentials;
    this.#line = {
      terminal: {
        merchantSafeId: merchant?.reveal() ?? "",
        terminalSafeId: terminal?.reveal() ?? "",
        secretKey: connection.credentials["secret_key"] ?? new Secret(""),
        mailOrder: connection.mailOrder,
      },
      api: connection.hosts["api"] ?? "",
      transport,
    };
  }

  referenceOf = referenceOf;

  async authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome> {
    if (request.challenge !== undefined) return this.#openChallenge(request);
    const told = await tell(this.#line, (moment) => chargeBody(moment, request));
    if (told.kind !== "answer") return told.kind === "refused" ? told.declined : told;
    return readCharge(told.answer, { ...request, hasChallenge: false });
  }

  readReturn(request: ReturnRequest): Promise<ReturnOutcome> {
    const { acceptedMdStatus, model: present } = this.#connection;
    const expected = { terminal: this.#line.terminal, acceptedMdStatus };
    const model = openedModel(request.state) ?? present;
    const read = model === "3D_PAY" ? readThreeDPay : readThreeD;
    return Promise.resolve(read(expected, request));
  }

  async authorizeChallenged(request: ChallengedRequest): Promise<FinalOutcome> {
    const proof = unpackState(request.proof.state) ?? {};
    const { secureId, secureEcomInd, secureData, secureMd } = proof;
    if (secureId === undefined || secureEcomInd === undefined) return unknown("no_proof");
    if (secureData === undefined || secureMd === undefined) return unknown("no_proof");
    const secure = { secureId, secureEcomInd, secureData, secureMd };
    const told = await tell(this.#line, (moment) => challengedBody(moment, request, secure));
    if (told.kind !== "answer") return told.kind === "refused" ? told.declined : told;
    return readCharge(told.answer, { ...request, hasChallenge: true });
  }

  async capture(request: ModificationRequest): Promise<ModificationOutcome> {
    const captured = await this.#modify("capture", request);
    if (captured.kind !== "approved") return captured;
    return { ...captured, state: stateOf("capture", orderOf(request.original)) };
  }

  void(request: ModificationRequest): Promise<ModificationOutcome> {
    return this.#void(request.original);
  }

  /**
   * A full refund on the day of the sale is a void, which the bank refuses to do twice; all others
   * are refunds. The void of a capture would leave its hold open.
   */
  async refund(request: RefundRequest): Promise<ModificationOutcome> {
    const { original, amount, captured, refundedBefore } = request;
    const isWhole = amount.minor === captured.minor && refundedBefore.minor === 0n;
    const now = this.#line.transport.clock.now();
    const isToday = dayInTurkey(original.bookedAt) === dayInTurkey(now);
    if (isWhole && isToday && unpackState(original.state)?.["kind"] === "sale") {
      const voided = asVoid(await this.#void(original));
      // The void's refusal proves that the sale stands, so a refund returns the money once.
      if (voided.kind !== "declined" || voided.retry === "same_request") return voided;
    }
    return this.#modify("refund", request);
  }

  async inquire(inquiry: Inquiry): Promise<InquiryOutcome> {
    const order = inquiry.original === undefined ? inquiry.reference : orderOf(inquiry.original);
    if (inquiry.kind !== "authorize" && inquiry.original === undefined) {
      return unknown("no_original");
    }
    const told = await this.#ask(order);
    if (told.kind === "refused") return unknown(`inquiry_refused_${told.declined.bankCode}`);
    return told.kind === "answer" ? readInquiry(told.answer, inquiry, order) : told;
  }

  async undo(inquiry: Inquiry): Promise<UndoOutcome> {
    const found = await this.inquire(inquiry);
    switch (found.kind) {
      case "approved":
        return undoneBy(await this.#void(originalOf(inquiry, found)), found, () =>
          this.inquire(inquiry),
        );
      case "undone":
        return { kind: "undone" };
      case "not_found":
      case "declined":
        return { kind: "nothing_there" };
      case "unknown":
        return found;
      default:
        return unknown(`undo_${found.kind}`);
    }
  }

  /** Asks for an order that no attempt has; the bank answers this only to valid credentials. */
  check = async (): Promise<ConnectionCheck> => {
    const told = await this.#ask(CHECK_ORDER);
    if (told.kind === "unknown") return told;
    if (told.kind === "refused") {
      const { bankCode: code, bankMessage: message } = told.declined;
      return code === "" ? unknown(message) : { kind: "refused", code, message };
    }
    const { responseCode: code, responseMessage: message = "" } = told.answer;
    return code === NO_TRANSACTION ? { kind: "ready" } : { kind: "refused", code, message };
  };

  #ask(order: string): Promise<Told> {
    return tell(this.#line, (moment) => inquiryBody(moment, order), TIMEOUTS.inquiryMs);
  }

  async #openChallenge(request: AuthorizeRequest): Promise<AuthorizeOutcome> {
    const { challenge } = request;
    if (challenge === undefined) return unknown("no_challenge");
    const { hosts, model } = this.#connection;
    const { terminal, transport } = this.#line;
    const moment = { terminal, now: transport.clock.now() };
    const relayed = await relayCardForm(transport, {
      url: hosts["threeD"] ?? "",
      fields: cardForm(moment, { ...request, model, challenge }),
      charset: "utf-8",
      card: request.card,
      returnUrls: [challenge.returnUrl],
      timeoutMs: TIMEOUTS.chargeMs,
    });
    return openedChallenge(relayed, {
      state: challengeState(request, this.#connection.model),
      chargesAtGate: model !== "3D",
      readReturned: (fields) => this.#readImmediate(request, fields),
    });
  }

  /** The gate has answered without the customer: it refused, or the card needed no challenge. */
  async #readImmediate(
    request: AuthorizeRequest,
    fields: ReturnRequest["fields"],
  ): Promise<AuthorizeOutcome> {
    const state = challengeState(request, this.#connection.model);
    const returned = { ...request, state, method: "POST", fields } as const;
    const read = await this.readReturn(returned);
    if (read.kind === "authenticated") {
      return this.authorizeChallenged({ ...request, proof: read.proof });
    }
    const { responseCode = "", responseMessage = "" } = fields;
    const told =
      read.kind === "not_authenticated"
        ? gatewayRefusal(responseCode, responseMessage, "authorization")
        : unknown(`gate_${read.kind}`);
    if (told.kind !== "unknown") return told;
    const chargesAtGate = this.#connection.model !== "3D";
    const gate = { chargesAtGate, bankCode: responseCode, bankMessage: responseMessage };
    return unprovenAtGate(told, gate);
  }

  async #void(original: OriginalAttempt): Promise<FinalOutcome> {
    const order = orderOf(original);
    const told = await tell(this.#line, (moment) => voidBody(moment, order));
    if (told.kind !== "answer") return told.kind === "refused" ? told.declined : told;
    return readModification(told.answer, { order, bankReference: original.bankReference });
  }

  async #modify(
    operation: "capture" | "refund",
    { original, amount }: ModificationRequest,
  ): Promise<FinalOutcome> {
    const order = orderOf(original);
    const content = { order, amount };
    const told = await tell(this.#line, (moment) => modificationBody(moment, operation, content));
    if (told.kind !== "answer") return told.kind === "refused" ? told.declined : told;
    const { bankReference } = original;
    return askUnlessClear(readModification(told.answer, { order, bankReference }));
  }
}
