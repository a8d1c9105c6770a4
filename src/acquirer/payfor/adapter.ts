import type {
  Acquirer,
  Approved,
  AuthorizeOutcome,
  AuthorizeRequest,
  Capabilities,
  ChallengedRequest,
  ConnectionCheck,
  FinalOutcome,
  Inquiry,
  InquiryOutcome,
  ModificationOutcome,
  ModificationRequest,
  RefundRequest,
  ReturnOutcome,
  ReturnRequest,
  UndoOutcome,
} from "../../domain/payment/acquirer.ts";
import { type Money, money } from "../../kernel/money.ts";
import { type BankText, unknown, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { relayCardForm } from "../kit/card-form.ts";
import { openedChallenge, unprovenAtGate } from "../kit/opened-challenge.ts";
import { challengeState, openedModel } from "../kit/challenge-terms.ts";
import { orderOf, undoneBy } from "../kit/original.ts";
import { referenceOf } from "../kit/reference.ts";
import { unpackState } from "../kit/state.ts";
import type { OpenConnection, Protocol } from "../kit/protocol.ts";
import { readAnswer, readCharge, readModification, stateOf, fieldOf } from "./answer.ts";
import { BANKS, CHECKLIST, CREDENTIALS, type Dialect, dialectOf } from "./banks.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { ACCOUNT_CODES, NOT_FOUND, refusalOf } from "./codes.ts";
import { EVIDENCE } from "./evidence.ts";
import { type Line, tell } from "./exchange.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { readOrder, readRefund } from "./inquiry.ts";
import { refundByDay } from "./refund.ts";
import * as messages from "./request.ts";
import { readThreeDModel, readThreeDPay } from "./return.ts";

export const payfor: Protocol = {
  name: "payfor",
  title: "PayFor",
  banks: BANKS,
  credentials: CREDENTIALS,
  models: ["3DModel", "3DPay"],
  marksMailOrder: true,
  evidence: EVIDENCE,
  accountCodes: ACCOUNT_CODES,
  checklist: CHECKLIST,
  open: (connection, transport) => new PayForAcquirer(connection, transport),
};

/** An order id that no attempt has. */
const CHECK_ORDER = "vezne-check";

class PayForAcquirer implements Acquirer {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly #connection: OpenConnection;
  readonly #dialect: Dialect;
  readonly #account: messages.Account;
  readonly #line: Line;

  constructor(connection: OpenConnection, transport: BankTransport) {
    const dialect = dialectOf(connection.bank);
    this.name = connection.connectionId;
    this.capabilities = capabilitiesOf(connection, dialect);
    this.#connection = connection;
    this.#dialect = dialect;
    this.#account = messages.accountOf(connection, dialect.mbrId);
    this.#line = { api: connection.hosts["api"] ?? "", transport };
  }

  referenceOf = referenceOf;

  async authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome> {
    if (request.challenge !== undefined) return this.#openChallenge(request);
    const told = await tell(this.#line, messages.chargeMessage(this.#account, request));
    return this.#readCharge(told, { ...request, hasChallenge: false });
  }

  readReturn(request: ReturnRequest): Promise<ReturnOutcome> {
    const { acceptedMdStatus, model: present } = this.#connection;
    const expected = { account: this.#account, dialect: this.#dialect, acceptedMdStatus };
    const model = openedModel(request.state) ?? present;
    const read = model === "3DPay" ? readThreeDPay : readThreeDModel;
    return Promise.resolve(read(expected, request));
  }

  async authorizeChallenged(request: ChallengedRequest): Promise<FinalOutcome> {
    const { requestGuid } = unpackState(request.proof.state) ?? {};
    if (requestGuid === undefined) return unknown("no_proof");
    const order = { requestGuid, reference: request.reference };
    const told = await tell(this.#line, messages.challengedMessage(this.#account, order));
    return this.#readCharge(told, { ...request, hasChallenge: true });
  }

  async capture(request: ModificationRequest): Promise<ModificationOutcome> {
    const captured = await this.#modify("PostAuth", request);
    if (captured.kind !== "approved") return captured;
    return { ...captured, state: stateOf("capture", orderOf(request.original)) };
  }

  void({ original }: ModificationRequest): Promise<ModificationOutcome> {
    return this.#void(orderOf(original), original.amount);
  }

  refund(request: RefundRequest): Promise<ModificationOutcome> {
    const { original } = request;
    return refundByDay(request, this.#line.transport.clock.now(), {
      void: () => this.#void(orderOf(original), original.amount),
      refund: () => this.#modify("Refund", request),
    });
  }

  async inquire(inquiry: Inquiry): Promise<InquiryOutcome> {
    const { original, kind } = inquiry;
    if (kind !== "authorize" && original === undefined) return unknown("no_original");
    const order = original === undefined ? inquiry.reference : orderOf(original);
    const write = kind === "refund" ? messages.historyMessage : messages.inquiryMessage;
    const told = await tell(this.#line, write(this.#account, order), TIMEOUTS.inquiryMs);
    if (told.kind === "unreachable") return unknown(told.cause);
    if (told.kind === "unknown") return told;
    const answer = readAnswer(told);
    if (kind === "refund") return readRefund(answer, inquiry, order);
    return readOrder(answer, inquiry, { order, deviations: this.#dialect.hostDeviations });
  }

  async undo(inquiry: Inquiry): Promise<UndoOutcome> {
    const found = await this.inquire(inquiry);
    switch (found.kind) {
      case "approved":
        return this.#undoApproved(inquiry, found);
      case "undone":
        return { kind: "undone" };
      case "not_found":
      case "declined":
      case "challenge_open":
      case "challenge_passed":
        return { kind: "nothing_there" };
      case "unknown":
        return found;
      case "pending":
        return unknown("undo_pending");
    }
  }

  /**
   * Voids an order that no attempt has, because the bank does not check the password of inquiries.
   */
  check = async (): Promise<ConnectionCheck> => {
    const body = messages.voidMessage(this.#account, CHECK_ORDER, money(0n, "TRY"));
    const told = await tell(this.#line, body, TIMEOUTS.inquiryMs);
    if (told.kind === "unreachable") return unknown(told.cause);
    if (told.kind === "unknown") return told;
    const answer = readAnswer(told);
    const code = fieldOf(answer, "ProcReturnCode");
    if (code === "") return unknown("unreadable_answer");
    if (code === NOT_FOUND) return { kind: "ready" };
    return { kind: "refused", code, message: fieldOf(answer, "ErrMsg") };
  };

  async #openChallenge(request: AuthorizeRequest): Promise<AuthorizeOutcome> {
    const { challenge } = request;
    if (challenge === undefined) return unknown("no_challenge");
    const { hosts, model } = this.#connection;
    const { transport } = this.#line;
    const now = transport.clock.now();
    const relayed = await relayCardForm(transport, {
      url: hosts["threeD"] ?? "",
      fields: messages.cardForm(this.#account, { ...request, model, challenge, now }),
      charset: "utf-8",
      card: request.card,
      returnUrls: [challenge.returnUrl],
      timeoutMs: TIMEOUTS.chargeMs,
    });
    return openedChallenge(relayed, {
      state: challengeState(request, this.#connection.model),
      chargesAtGate: model !== "3DModel",
      readReturned: (fields) => this.#readImmediate(request, fields),
    });
  }

  /** The gate has answered without the customer: it refused, or the card needed no challenge. */
  async #readImmediate(
    request: AuthorizeRequest,
    fields: ReturnRequest["fields"],
  ): Promise<AuthorizeOutcome> {
    const state = challengeState(request, this.#connection.model);
    const read = await this.readReturn({ ...request, state, method: "POST", fields });
    if (read.kind === "authenticated") {
      return this.authorizeChallenged({ ...request, proof: read.proof });
    }
    const { ProcReturnCode: code = "", ErrMsg: message } = fields;
    const deviations = this.#dialect.hostDeviations;
    const told =
      read.kind === "not_authenticated" && code !== ""
        ? refusalOf({ code, message, about: "authorization", deviations })
        : unknown(`gate_${read.kind}`);
    if (told.kind !== "unknown") return told;
    const chargesAtGate = this.#connection.model !== "3DModel";
    return unprovenAtGate(told, { chargesAtGate, bankCode: code, bankMessage: message });
  }

  #readCharge(
    told: BankText,
    charge: (AuthorizeRequest | ChallengedRequest) & { readonly hasChallenge: boolean },
  ): FinalOutcome {
    if (told.kind === "unreachable") return unreachable(told.cause);
    if (told.kind === "unknown") return told;
    const deviations = this.#dialect.hostDeviations;
    return readCharge(readAnswer(told), { ...charge, deviations });
  }

  async #modify(
    txnType: "PostAuth" | "Refund",
    { original, amount }: ModificationRequest,
  ): Promise<FinalOutcome> {
    const order = orderOf(original);
    const body = messages.modificationMessage(this.#account, txnType, { order, amount });
    return this.#readModification(await tell(this.#line, body), order);
  }

  async #void(order: string, amount: Money): Promise<FinalOutcome> {
    const told = await tell(this.#line, messages.voidMessage(this.#account, order, amount));
    return this.#readModification(told, order);
  }

  #readModification(told: BankText, order: string): FinalOutcome {
    if (told.kind === "unreachable") return unreachable(told.cause);
    if (told.kind === "unknown") return told;
    const deviations = this.#dialect.hostDeviations;
    return readModification(readAnswer(told), { order, deviations });
  }

  async #undoApproved(inquiry: Inquiry, approved: Approved): Promise<UndoOutcome> {
    const voided = await this.#void(inquiry.reference, inquiry.amount);
    return undoneBy(voided, approved, () => this.inquire(inquiry));
  }
}
