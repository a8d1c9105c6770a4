// tier: night
import { describe, expect, it } from "vitest";
import { doorUrl } from "../../src/acquirer/connection/door-paths.ts";
import type { BankTransport } from "../../src/acquirer/kit/bank-transport.ts";
import { dayInTurkey } from "../../src/kernel/calendar-day.ts";
import { newAttemptId, newConnectionId, newMerchantId, newOrderId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import { Secret } from "../../src/kernel/secret.ts";
import type { Acquirer } from "../../src/domain/payment/acquirer.ts";
import { inquiryOf, modificationOf, returnOf, unvaried } from "../support/acquirer-calls.ts";
import { DOOR_TERMINALS, type DoorTerminal } from "../support/door-terminals.ts";
import { growthProblems, textsOf } from "../support/growth-problems.ts";
import { movableClock, random, sandboxCard } from "../support/sandbox-bank.ts";

const clock = movableClock();
const merchantId = newMerchantId(random);
const source = { now: clock.now(), random };
const attempt = {
  merchantId,
  attemptId: newAttemptId(merchantId, source),
  orderId: newOrderId(merchantId, source),
  amount: money(12_550n, "TRY"),
};

/** The roots of the XML that the protocols answer with; absent for JSON and lists of fields. */
const ROOTS: Readonly<Record<string, readonly string[]>> = {
  nestpay: ["CC5Response"],
  garanti: ["GVPSResponse"],
  posnet: ["posnetResponse"],
  payfor: ["PayforIptal", "PayforResponse"],
  payflex: ["VposResponse", "SearchResponse", "IPaySecure"],
};

/** The answers that hold a text: as it is, in a form or page, and as a value of the protocol. */
function answersWith(name: string, text: string): readonly string[] {
  const xml = (ROOTS[name] ?? ["VPosTransactionResponseContract"]).flatMap((root) => [
    `<${root}>${text}</${root}>`,
    `<${root}><OrderId>${text}</OrderId><ProcReturnCode>00</ProcReturnCode></${root}>`,
  ]);
  const json = JSON.stringify({ responseCode: text, ServiceResponseData: { ResponseCode: text } });
  const fields = `ProcReturnCode=00;;ErrorMessage=${text};;${text}=1`;
  return [text, `<html><form action="${text}">${text}</form></html>`, ...xml, json, fields];
}

/** A connection whose bank gives these answers in turn. */
function connect({ protocol, bank, credentials }: DoorTerminal, answers: readonly string[]) {
  let turn = 0;
  const transport: BankTransport = {
    clock,
    post() {
      const body = Buffer.from(answers[turn++ % answers.length] ?? "");
      return Promise.resolve({ kind: "answered", status: 200, headers: {}, body });
    },
  };
  const found = protocol.banks.find((one) => one.name === bank);
  const purposes = Object.keys({ ...found?.live, ...found?.test });
  const url = (purpose: string) =>
    doorUrl("https://bank.example", { protocol: protocol.name, purpose });
  return protocol.open(
    {
      connectionId: newConnectionId(merchantId, source),
      merchantId,
      mode: "test",
      bank,
      hosts: Object.fromEntries(purposes.map((purpose) => [purpose, url(purpose)])),
      credentials: Object.fromEntries(
        Object.entries(credentials).map(([name, value]) => [name, new Secret(value)]),
      ),
      model: protocol.models[0] ?? "",
      acceptedMdStatus: ["1"],
      mailOrder: false,
      currencies: ["TRY"],
      // The causes of a signature that differs are looked for, as in the service.
      onSignature: (word) => (word.kind === "differs" ? word.describe() : undefined),
      installmentCounts: [1],
    },
    transport,
  );
}

type Call = (acquirer: Acquirer) => Promise<unknown>;

const CALLS: readonly (readonly [name: string, call: Call])[] = [
  [
    "a charge",
    (acquirer) =>
      acquirer.authorize({
        ...attempt,
        kind: "sale",
        installmentCount: 1,
        card: sandboxCard("5528790000000008"),
        ...unvaried(attempt.attemptId),
      }),
  ],
  [
    "an opening of 3-D Secure",
    (acquirer) =>
      acquirer.authorize({
        ...attempt,
        kind: "sale",
        installmentCount: 1,
        card: sandboxCard("5528790000000008"),
        ...unvaried(attempt.attemptId),
        challenge: {
          returnUrl: "https://pay.example/return/abc",
          merchantName: "Kitapçı",
          language: "tr",
          expiresAt: clock.now(),
        },
      }),
  ],
  ["a capture", (acquirer) => acquirer.capture(modificationOf(attempt, attempt.attemptId))],
  ["a refund", (acquirer) => acquirer.refund(modificationOf(attempt, attempt.attemptId))],
  ["an inquiry", (acquirer) => acquirer.inquire(inquiryOf(attempt))],
  [
    "an inquiry about a refund",
    (acquirer) => acquirer.inquire({ ...inquiryOf(attempt), kind: "refund" }),
  ],
  [
    "a list of bookings",
    (acquirer) =>
      acquirer.movements?.({ merchantId, day: dayInTurkey(clock.now()) }) ?? Promise.resolve(),
  ],
];

const NAMES = ["HASH", "HASHPARAMS", "hashparams", "BankPacket", "AuthenticationResponse", "oid"];

describe.each(DOOR_TERMINALS.map((one, index) => [one.protocol.name, one, index] as const))(
  "the processing time of %s",
  (name, terminal, index) => {
    it.each(CALLS.map(([call, run], order) => [call, run, order] as const))(
      "grows no faster than the answer to %s",
      async (_call, run, order) => {
        const answer = async (text: string): Promise<void> => {
          for (const one of answersWith(name, text)) await run(connect(terminal, [one]));
        };
        expect(await growthProblems(textsOf(index * CALLS.length + order), answer)).toEqual([]);
      },
    );

    it("grows no faster than a return", async () => {
      const back = async (text: string): Promise<void> => {
        const acquirer = connect(terminal, [text]);
        const fields = Object.fromEntries(NAMES.map((field) => [field, text]));
        await acquirer.readReturn(returnOf(attempt, { ...fields, [text]: text, mdStatus: "1" }));
      };
      expect(await growthProblems(textsOf(index), back)).toEqual([]);
    });
  },
);
