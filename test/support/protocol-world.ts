import { randomBytes } from "node:crypto";
import type { Book } from "../../src/bank/book.ts";
import { FaultScript } from "../../src/bank/faults.ts";
import { memoryBook } from "../../src/bank/memory-book.ts";
import { startBank } from "../../src/bank/server/start-bank.ts";
import type { CardDetails } from "../../src/domain/card/card-details.ts";
import { type BankTransport, createBankTransport } from "../../src/acquirer/kit/bank-transport.ts";
import type { LineAnswer } from "../../src/acquirer/kit/bank-line.ts";
import type { OpenConnection, Protocol } from "../../src/acquirer/kit/protocol.ts";
import type { Currency } from "../../src/kernel/currency.ts";
import { type MerchantId, newAttemptId, newMerchantId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import { Secret } from "../../src/kernel/secret.ts";
import type { Acquirer } from "../../src/domain/payment/acquirer.ts";
import type { Approved, Challenge } from "../../src/domain/payment/acquirer-outcomes.ts";
import type {
  AuthorizeRequest,
  Inquiry,
  ModificationRequest,
  RefundRequest,
  ReturnFields,
  ReturnRequest,
} from "../../src/domain/payment/acquirer-requests.ts";
import type { DeclineReason } from "../../src/domain/payment/decline.ts";
import { type MovableClock, movableClock, random } from "./sandbox-bank.ts";

/** The data of one protocol that the suite needs; each protocol's test file gives it. */
export type ProtocolUnderTest = {
  readonly protocol: Protocol;
  /** The name of a bank in `protocol.banks`. */
  readonly bank: string;
  /** The test credentials that the bank's door accepts. */
  readonly credentials: Readonly<Record<string, string>>;
  /** A credential that, when it is wrong, makes the bank refuse; for `check`. */
  readonly secret: string;
  readonly model: string;
  /** Whether the connection charges a card without 3-D Secure, and preauthorises. */
  readonly features: { readonly withoutChallenge: boolean; readonly preauth: boolean };
  /** The keys of `OpenConnection.hosts` with the paths of the door below the bank's address. */
  readonly paths: Readonly<Record<string, string>>;
  readonly currencies?: readonly Currency[];
  /** True if the bank charges the same message each time, whatever its reference. */
  readonly chargesAgain?: boolean;
  /** How a wrong CVC is declined, where the bank's code covers other reasons, too. */
  readonly wrongCvcReason?: DeclineReason;
  readonly acceptedMdStatus?: readonly string[];
  /**
   * Fields of a return that the bank does not sign but verifies at the charge; damaged returns keep
   * them.
   */
  readonly unsignedFields?: readonly string[];
};

/** The bank with its door, and an adapter connected to it over HTTP. */
export type ProtocolWorld = {
  readonly acquirer: Acquirer;
  readonly book: Book;
  readonly faults: FaultScript;
  readonly clock: MovableClock;
  readonly merchantId: MerchantId;
  readonly bankUrl: string;
  /** Every request body that was sent to the bank. */
  readonly sent: readonly string[];
  /** Every answer of the bank. */
  readonly answered: readonly LineAnswer[];
  /**
   * The same connection with changes, for example another model or wrong credentials; `line`
   * replaces the bank.
   */
  connect(changes?: Partial<OpenConnection>, line?: BankTransport): Acquirer;
  stopBank(): Promise<void>;
  close(): Promise<void>;
};

export const RETURN_URL = "https://pay.example/return/abc";

export async function startProtocolWorld(
  under: ProtocolUnderTest,
  book: Book = memoryBook(),
): Promise<ProtocolWorld> {
  const clock = movableClock();
  const faults = new FaultScript();
  const masterSecret = new Secret(randomBytes(32).toString("hex"));
  const delay = () => Promise.resolve();
  const bank = await startBank({
    host: "127.0.0.1",
    port: 0,
    book,
    clock,
    random,
    masterSecret,
    faults,
    delay,
  });
  const sent: string[] = [];
  const answered: LineAnswer[] = [];
  const transport = createBankTransport({ clock });
  const merchantId = newMerchantId(random);
  const connection = connectionOf(under, bank.url, merchantId);
  const usual = watched(transport, { sent, answered });
  const connect = (changes: Partial<OpenConnection> = {}, line = usual) =>
    under.protocol.open({ ...connection, ...changes }, line);
  return {
    acquirer: connect(),
    book,
    faults,
    clock,
    merchantId,
    bankUrl: bank.url,
    sent,
    answered,
    connect,
    stopBank: () => bank.close(),
    async close() {
      await bank.close();
      await transport.close();
    },
  };
}

function watched(
  transport: BankTransport,
  { sent, answered }: { readonly sent: string[]; readonly answered: LineAnswer[] },
): BankTransport {
  return {
    clock: transport.clock,
    async post(request) {
      sent.push(request.body.toString());
      // A bank that hangs must not hold a test for the bank's own minute and a half.
      const timeoutMs = Math.min(request.timeoutMs, 1_000);
      const answer = await transport.post({ ...request, timeoutMs });
      answered.push(answer);
      return answer;
    },
  };
}

function connectionOf(
  under: ProtocolUnderTest,
  bankUrl: string,
  merchantId: MerchantId,
): OpenConnection {
  return {
    connectionId: `con_${under.protocol.name}`,
    merchantId,
    mode: "test",
    bank: under.bank,
    hosts: Object.fromEntries(
      Object.entries(under.paths).map(([key, path]) => [key, `${bankUrl}${path}`]),
    ),
    credentials: Object.fromEntries(
      Object.entries(under.credentials).map(([name, value]) => [name, new Secret(value)]),
    ),
    model: under.model,
    acceptedMdStatus: under.acceptedMdStatus ?? ["1"],
    // The doors refuse the mark of mail order after 3-D Secure, so the worlds try both.
    mailOrder: under.protocol.marksMailOrder === true,
    currencies: under.currencies ?? ["TRY"],
    installmentCounts: [1, 2, 3, 6, 9, 12],
  };
}

type Wish = {
  readonly card?: CardDetails;
  readonly minor?: bigint;
  readonly kind?: "sale" | "preauth";
  readonly installmentCount?: number;
  readonly isChallenged?: boolean;
  /** By default that of a new attempt. */
  readonly reference?: string;
};

/** A new attempt of 125.50 TRY with a name and a reference that have letters outside ASCII. */
export function order(world: ProtocolWorld, wish: Wish): AuthorizeRequest {
  const source = { now: world.clock.now(), random };
  const attemptId = newAttemptId(world.merchantId, source);
  return {
    merchantId: world.merchantId,
    attemptId,
    reference: wish.reference ?? world.acquirer.referenceOf(attemptId),
    orderId: newOrderId(world.merchantId, source),
    kind: wish.kind ?? "sale",
    amount: money(wish.minor ?? 12_550n, "TRY"),
    installmentCount: wish.installmentCount ?? 1,
    orderReference: 'SİP-2026/00880 <№ 7 & "ş">',
    card: wish.card ?? APPROVED_CARD,
    payer: {
      name: "Şule Çağıl İğdır",
      email: "sule@example.com",
      phone: "+905321234567",
      network: "203.0.113.7",
    },
    challenge:
      wish.isChallenged === true
        ? {
            returnUrl: RETURN_URL,
            merchantName: "Öztürk & Kardeşler",
            language: "tr",
            expiresAt: world.clock.now(),
          }
        : undefined,
  };
}

const APPROVED_CARD: CardDetails = cardOf("5528790000000008");

export function cardOf(number: string): CardDetails {
  return {
    number: new Secret(number),
    expiry: { month: 12, year: 2030 },
    cvc: new Secret("973"),
    holderName: "Şule Çağıl İğdır",
  };
}

/** An inquiry about an authorization, by the state that its challenge brought if there was one. */
export function inquiryOf(
  world: ProtocolWorld,
  request: AuthorizeRequest,
  state?: Inquiry["state"],
): Inquiry {
  const { merchantId, attemptId, reference, orderId, amount } = request;
  const about = { merchantId, attemptId, reference, orderId, amount, state };
  return { ...about, kind: "authorize", original: undefined, createdAt: world.clock.now() };
}

export function returnOf(
  request: AuthorizeRequest,
  challenge: Challenge,
  fields: ReturnFields,
): ReturnRequest {
  const { merchantId, attemptId, reference, orderId, amount, installmentCount } = request;
  return {
    merchantId,
    attemptId,
    reference,
    orderId,
    amount,
    installmentCount,
    state: challenge.state,
    method: "POST",
    fields,
  };
}

/** A modification of an approved authorization, as an attempt of its own. */
export function modificationOf(
  world: ProtocolWorld,
  request: AuthorizeRequest,
  { approved, minor }: { readonly approved: Approved; readonly minor: bigint },
): ModificationRequest {
  const source = { now: world.clock.now(), random };
  const attemptId = newAttemptId(world.merchantId, source);
  return {
    merchantId: world.merchantId,
    attemptId,
    reference: world.acquirer.referenceOf(attemptId),
    orderId: request.orderId,
    amount: money(minor, request.amount.currency),
    original: {
      attemptId: request.attemptId,
      reference: request.reference,
      state: approved.state,
      bankReference: approved.bankReference,
      amount: approved.amount ?? request.amount,
      bookedAt: approved.bookedAt ?? world.clock.now(),
    },
  };
}

export function refundOf(
  world: ProtocolWorld,
  request: AuthorizeRequest,
  part: { readonly approved: Approved; readonly minor: bigint; readonly before?: bigint },
): RefundRequest {
  const { currency } = request.amount;
  return {
    ...modificationOf(world, request, part),
    captured: part.approved.amount ?? request.amount,
    refundedBefore: money(part.before ?? 0n, currency),
  };
}
