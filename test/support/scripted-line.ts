import type { BankTransport } from "../../src/acquirer/kit/bank-transport.ts";
import type { OpenConnection, Protocol } from "../../src/acquirer/kit/protocol.ts";
import { instant, type Instant } from "../../src/kernel/clock.ts";
import { newAttemptId, newMerchantId, newOrderId } from "../../src/kernel/ids.ts";
import { type Money, money } from "../../src/kernel/money.ts";
import { Secret } from "../../src/kernel/secret.ts";
import type { Acquirer } from "../../src/domain/payment/acquirer.ts";
import type {
  Inquiry,
  OriginalAttempt,
  RefundRequest,
} from "../../src/domain/payment/acquirer-requests.ts";
import { random } from "./sandbox-bank.ts";

/** Noon in Istanbul. */
export const NOON = instant(Date.UTC(2026, 10, 23, 9));

const MERCHANT = newMerchantId(random);

type Scripted = {
  readonly protocol: Protocol;
  readonly bank: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly model?: string;
  readonly mailOrder?: boolean;
  /** The text with which the bank answers a message at the host of this name. */
  readonly answer: (host: string, body: string) => string;
  /** 200 unless the test says otherwise. */
  readonly status?: number;
  readonly now?: Instant;
};

/** A connection whose bank answers what the test says; `asked` has the messages. */
export function scriptedBank(scripted: Scripted): {
  readonly acquirer: Acquirer;
  readonly asked: readonly { readonly host: string; readonly body: string }[];
} {
  const asked: { host: string; body: string }[] = [];
  const transport: BankTransport = {
    clock: { now: () => scripted.now ?? NOON },
    post({ url, body: sent }) {
      const host = url.slice("https://bank/".length);
      const body = sent.toString();
      asked.push({ host, body });
      const text = scripted.answer(host, body);
      return Promise.resolve({
        kind: "answered",
        status: scripted.status ?? 200,
        headers: {},
        body: Buffer.from(text),
      });
    },
  };
  const names = Object.keys(scripted.protocol.banks[0]?.test ?? {});
  const connection = openConnection({
    connectionId: `${scripted.protocol.name}:1`,
    bank: scripted.bank,
    hosts: Object.fromEntries(names.map((name) => [name, `https://bank/${name}`])),
    credentials: Object.fromEntries(
      Object.entries(scripted.credentials).map(([name, value]) => [name, new Secret(value)]),
    ),
    model: scripted.model ?? scripted.protocol.models[0] ?? "none",
    mailOrder: scripted.mailOrder ?? false,
  });
  return { acquirer: scripted.protocol.open(connection, transport), asked };
}

/** A test connection for Turkish lira and single charges. */
export function openConnection(changes: Partial<OpenConnection>): OpenConnection {
  return {
    connectionId: "bank:1",
    merchantId: MERCHANT,
    mode: "test",
    bank: "",
    hosts: {},
    credentials: {},
    model: "",
    acceptedMdStatus: ["1"],
    mailOrder: false,
    currencies: ["TRY"],
    installmentCounts: [1],
    ...changes,
  };
}

type Wish = {
  readonly reference?: string;
  readonly amount?: Money;
  readonly state?: OriginalAttempt["state"];
  readonly bookedAt?: Instant;
};

/** An authorization of 100 TRY. */
export function originalAttempt(wish: Wish = {}): OriginalAttempt {
  return {
    attemptId: newAttemptId(MERCHANT, { now: NOON, random }),
    reference: wish.reference ?? "sale1",
    state: wish.state,
    bankReference: "306823971358",
    amount: wish.amount ?? money(10_000n, "TRY"),
    bookedAt: wish.bookedAt ?? NOON,
  };
}

/** A refund of 60 TRY of `original`, which is a capture or void where the test asks for one. */
export function scriptedRefund(original: OriginalAttempt): RefundRequest {
  return {
    merchantId: MERCHANT,
    attemptId: newAttemptId(MERCHANT, { now: NOON, random }),
    reference: "change1",
    orderId: newOrderId(MERCHANT, { now: NOON, random }),
    amount: money(6_000n, "TRY"),
    original,
    captured: original.amount,
    refundedBefore: money(0n, "TRY"),
  };
}

/** An inquiry about the authorization. */
export function scriptedInquiry({ reference, amount, state }: Wish = {}): Inquiry {
  return {
    merchantId: MERCHANT,
    attemptId: newAttemptId(MERCHANT, { now: NOON, random }),
    orderId: newOrderId(MERCHANT, { now: NOON, random }),
    reference: reference ?? "sale1",
    kind: "authorize",
    amount: amount ?? money(10_000n, "TRY"),
    state,
    original: undefined,
    createdAt: NOON,
  };
}
