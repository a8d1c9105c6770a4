import type {
  Acquirer,
  AuthorizeOutcome,
  AuthorizeRequest,
  Capabilities,
  ChallengedRequest,
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
import { Secret } from "../../kernel/secret.ts";
import { type BankText, unknown, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { relayCardForm } from "../kit/card-form.ts";
import { openedChallenge, unprovenAtGate } from "../kit/opened-challenge.ts";
import { challengeState } from "../kit/challenge-terms.ts";
import { afterDayEnd, hasDayEnded } from "../kit/istanbul-time.ts";
import { orderOf, undoneBy } from "../kit/original.ts";
import { referenceOf } from "../kit/reference.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import type { OpenConnection, Protocol } from "../kit/protocol.ts";
import {
  readAnswer,
  readChangeInquiry,
  readCharge,
  readInquiry,
  readModification,
  stateOf,
} from "./answer.ts";
import { BANKS, CHECKLIST, CREDENTIALS } from "./banks.ts";
import { capabilitiesOf, DAY_END } from "./capabilities.ts";
import { ACCOUNT_CODES, refusalOf } from "./codes.ts";
import { EVIDENCE } from "./evidence.ts";
import { type Line, tell } from "./exchange.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import * as messages from "./request.ts";
import { readThreeDModel } from "./return.ts";

export const intervpos: Protocol = {
  name: "intervpos",
  title: "InterVPOS (Intertech)",
  banks: BANKS,
  credentials: CREDENTIALS,
  // The result of `3DPay` would rest on the inquiry, of which no success was ever measured.
  models: ["3DModel"],
  marksMailOrder: true,
  evidence: EVIDENCE,
  accountCodes: ACCOUNT_CODES,
  checklist: CHECKLIST,
  open: (connection, transport) => new InterVposAcquirer(connection, transport),
};

/** Rests on published clients; no client was seen to measure a payment. */
class InterVposAcquirer implements Acquirer {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly #connection: OpenConnection;
  readonly #account: messages.Account;
  readonly #line: Line;

  constructor(connection: OpenConnection, transport: BankTransport) {
    const { credentials } = connection;
    this.name = connection.connectionId;
    this.capabilities = capabilitiesOf(connection);
    this.#connection = connection;
    this.#account = {
      shopCode: credentials["shop_code"]?.reveal() ?? "",
      userCode: credentials["user_code"]?.reveal() ?? "",
      userPassword: credentials["user_password"] ?? new Secret(""),
      merchantKey: credentials["merchant_key"] ?? new Secret(""),
      mailOrder: connection.mailOrder,
    };
    this.#line = { api: connection.hosts["api"] ?? "", transport };
  }

  referenceOf = referenceOf;

  async authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome> {
    if (request.challenge !== undefined) return this.#openChallenge(request);
    const told = await tell(this.#line, messages.chargeFields(this.#account, request));
    return chargeOf(told, { ...request, hasChallenge: false });
  }

  readReturn(request: ReturnRequest): Promise<ReturnOutcome> {
    const { acceptedMdStatus } = this.#connection;
    return Promise.resolve(readThreeDModel({ account: this.#account, acceptedMdStatus }, request));
  }

  async authorizeChallenged(request: ChallengedRequest): Promise<FinalOutcome> {
    const { md, payerTxnId, eci, cavv } = unpackState(request.proof.state) ?? {};
    if (md === undefined || payerTxnId === undefined) return unknown("no_proof");
    if (eci === undefined || cavv === undefined) return unknown("no_proof");
    const proof = { md, payerTxnId, eci, cavv };
    const told = await tell(this.#line, messages.challengedFields(this.#account, request, proof));
    return chargeOf(told, { ...request, hasChallenge: true });
  }

  async capture(request: ModificationRequest): Promise<ModificationOutcome> {
    const captured = await this.#modify("PostAuth", request);
    if (captured.kind !== "approved") return captured;
    return { ...captured, state: stateOf("capture", orderOf(request.original)) };
  }

  void({ original }: ModificationRequest): Promise<ModificationOutcome> {
    return this.#void(orderOf(original));
  }

  /**
   * Before the day end a whole sale is voided and every other refund waits. A refusal of the void
   * is final: it is not known which of the bank's refusals prove that the sale stands.
   */
  async refund(request: RefundRequest): Promise<ModificationOutcome> {
    const { original, amount, captured, refundedBefore } = request;
    const now = this.#line.transport.clock.now();
    if (hasDayEnded(original.bookedAt, DAY_END, now)) return this.#modify("Refund", request);
    const isWhole = amount.minor === captured.minor && refundedBefore.minor === 0n;
    if (isWhole && unpackState(original.state)?.["kind"] === "sale") {
      return asVoid(await this.#void(orderOf(original)));
    }
    return { kind: "pending", until: "day_end", askAt: afterDayEnd(now, DAY_END) };
  }

  async inquire(inquiry: Inquiry): Promise<InquiryOutcome> {
    const { original, reference } = inquiry;
    const order = original === undefined ? reference : orderOf(original);
    const fields = messages.referenceFields(this.#account, "StatusHistory", order);
    const told = await tell(this.#line, fields, TIMEOUTS.inquiryMs);
    if (told.kind === "unreachable") return unknown(told.cause);
    if (told.kind !== "text") return told;
    const answer = readAnswer(told.text);
    return original === undefined || inquiry.kind === "undo"
      ? readInquiry(answer, inquiry)
      : readChangeInquiry(answer, { inquiry, order, original });
  }

  async undo(inquiry: Inquiry): Promise<UndoOutcome> {
    const found = await this.inquire(inquiry);
    if (found.kind === "undone" || found.kind === "unknown") return found;
    if (found.kind !== "approved") return unknown(`undo_${found.kind}`);
    const voided = await this.#void(inquiry.reference);
    return undoneBy(voided, found, () => this.inquire(inquiry));
  }

  async #openChallenge(request: AuthorizeRequest): Promise<AuthorizeOutcome> {
    const { challenge } = request;
    if (challenge === undefined) return unknown("no_challenge");
    const { transport } = this.#line;
    const now = transport.clock.now();
    const relayed = await relayCardForm(transport, {
      url: this.#connection.hosts["threeD"] ?? "",
      fields: messages.cardForm(this.#account, { ...request, challenge, now }),
      charset: "utf-8",
      card: request.card,
      returnUrls: [challenge.returnUrl],
      timeoutMs: TIMEOUTS.chargeMs,
    });
    return openedChallenge(relayed, {
      state: challengeState(request),
      chargesAtGate: false,
      readReturned: (fields) => this.#readImmediate(request, fields),
    });
  }

  /** The gate has answered without the customer: it refused, or the card needed no challenge. */
  async #readImmediate(
    request: AuthorizeRequest,
    fields: ReturnRequest["fields"],
  ): Promise<AuthorizeOutcome> {
    const state = challengeState(request);
    const read = await this.readReturn({ ...request, state, method: "POST", fields });
    if (read.kind === "authenticated") {
      return this.authorizeChallenged({ ...request, proof: read.proof });
    }
    const { ProcReturnCode: code = "", ErrorMessage: message } = fields;
    const told =
      read.kind === "not_authenticated" && code !== ""
        ? refusalOf({ code, message, about: "authorization" })
        : unknown(`gate_${read.kind}`);
    if (told.kind !== "unknown") return told;
    return unprovenAtGate(told, { chargesAtGate: false, bankCode: code, bankMessage: message });
  }

  async #modify(
    txnType: "PostAuth" | "Refund",
    { original, amount }: ModificationRequest,
  ): Promise<FinalOutcome> {
    const change = { order: orderOf(original), amount };
    const fields = messages.modificationFields(this.#account, txnType, change);
    return modificationOf(await tell(this.#line, fields));
  }

  async #void(order: string): Promise<FinalOutcome> {
    const fields = messages.referenceFields(this.#account, "Void", order);
    return modificationOf(await tell(this.#line, fields));
  }
}

function chargeOf(told: BankText, charge: Parameters<typeof readCharge>[1]): FinalOutcome {
  if (told.kind === "unreachable") return unreachable(told.cause);
  return told.kind === "text" ? readCharge(readAnswer(told.text), charge) : told;
}

function modificationOf(told: BankText): FinalOutcome {
  if (told.kind === "unreachable") return unreachable(told.cause);
  return told.kind === "text" ? readModification(readAnswer(told.text)) : told;
}
