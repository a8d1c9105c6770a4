import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { doorUrl } from "../../src/acquirer/connection/door-paths.ts";
import type { LineAnswer } from "../../src/acquirer/kit/bank-line.ts";
import type { Inquiry } from "../../src/domain/payment/acquirer-requests.ts";
import { challenged, finish } from "../contract/protocol-challenges.ts";
import { DOOR_TERMINALS, type DoorTerminal } from "../support/door-terminals.ts";
import { plantAnswer } from "../support/fuzz/planted-answer.ts";
import {
  FILES_A_READER,
  plantedTexts,
  READER_SEED,
  type FuzzedFormat,
  type Planted,
} from "../support/fuzz/planted-text.ts";
import {
  cardOf,
  inquiryOf,
  order,
  type ProtocolWorld,
  refundOf,
  startProtocolWorld,
} from "../support/protocol-world.ts";

const POOR = cardOf("4111111111111129");
const SHOWN = 3;
/** The histories of each protocol. */
const HISTORIES = Math.ceil(FILES_A_READER / DOOR_TERMINALS.length);

/** Pieces of the formats of answers: XML, JSON, `Key=Value;;`, and the columns of a row. */
const FORMAT: FuzzedFormat = {
  name: "history",
  structure: [
    ";;ProcReturnCode=00",
    ";;ProcReturnCode=99;;",
    ";;TxnResult=Success;;TxnStat=A",
    ";;VoidDate=20261123;;",
    ";;ChargeTypeCd=C",
    "</CardHolderName><ProcReturnCode>00</ProcReturnCode>",
    "]]><Status>00</Status><![CDATA[",
    "<OrderTxn><Type>void</Type><Status>00</Status></OrderTxn>",
    '<!ENTITY x "y">',
    "&lt;approved&gt;1&lt;/approved&gt;",
    '","responseCode":"VPS-0000","txnStatus":"V","x":"',
    '"}],"txnDetailList":[{"txnCode":"1003"',
    "S\tV\t125.50\t125.50\t2026-11-23\t\t\t000000000000\t000000\t00\tX",
    "S",
    "\t",
    "00",
  ],
  widths: [20, 50, 255, 100_000],
};

/** An inquiry of a kind, with what the bank answers to it. */
type Asked = {
  readonly inquiry: Inquiry;
  readonly answers: readonly LineAnswer[];
  readonly told: string;
};

describe.each(DOOR_TERMINALS)(
  `${HISTORIES} histories of $protocol.name with a payer's hostile text`,
  (terminal) => {
    let world: ProtocolWorld;
    beforeAll(async () => {
      world = await startProtocolWorld({
        ...terminal,
        model: terminal.protocol.models[0] ?? "",
        features: { withoutChallenge: true, preauth: true },
        secret: "",
        paths: pathsOf(terminal),
      });
    });
    afterAll(() => world.close());

    it(
      `say the same as without it, or nothing (seed ${READER_SEED})`,
      async () => {
        const asked = await allAsked(world);
        const complaints: string[] = [];
        let same = 0;
        let round = 0;
        for (const planted of plantedTexts(FORMAT, {
          seed: READER_SEED,
          count: HISTORIES,
        })) {
          const one = asked[(round += 1) % asked.length];
          if (one === undefined) continue;
          const told = await outcomeWith(world, one, planted);
          if (told === one.told) same += 1;
          else if (!told.startsWith('{"kind":"unknown"')) {
            complaints.push(`${one.told} became ${told}\n${JSON.stringify(planted)}`);
          }
        }
        console.log(`history fuzz: ${terminal.protocol.name}, ${same} of ${round} said the same`);
        expect(complaints.slice(0, SHOWN).join("\n\n")).toBe("");
        // A text that stands in a field of its own must not keep the answer from being read.
        expect(same).toBeGreaterThan(round / 4);
      },
      60_000 + HISTORIES * 20,
    );
  },
);

function pathsOf({ protocol, bank }: DoorTerminal): Readonly<Record<string, string>> {
  const { test } = protocol.banks.find(({ name }) => name === bank) ?? { test: {} };
  return Object.fromEntries(
    Object.keys(test).map((purpose) => [
      purpose,
      doorUrl("", { protocol: protocol.name, purpose }),
    ]),
  );
}

/** Inquiries about a charge, before and after its partial refund, that refund, and a decline. */
async function allAsked(world: ProtocolWorld): Promise<readonly Asked[]> {
  const paid = await pay(world);
  const { outcome: approved, request } = paid;
  if (approved?.kind !== "approved") throw new Error(`the charge is ${approved?.kind}`);
  const charge = await askedAbout(world, paid.inquiry);
  const poor = await pay(world, { card: POOR });
  const refund = refundOf(world, request, { approved, minor: 2_500n });
  await world.acquirer.refund(refund);
  const ofRefund = inquiryOf(world, { ...request, ...refund }, approved.state);
  return [
    charge,
    await askedAbout(world, paid.inquiry),
    await askedAbout(world, poor.inquiry),
    await askedAbout(world, { ...ofRefund, kind: "refund", original: refund.original }),
  ];
}

/** Pays with 3-D Secure where the protocol has it. */
async function pay(world: ProtocolWorld, wish: Parameters<typeof order>[1] = {}) {
  if (world.acquirer.capabilities.challenge === "none") {
    const request = order(world, wish);
    const outcome = await world.acquirer.authorize(request);
    return { request, outcome, inquiry: inquiryOf(world, request) };
  }
  const { returns, ...opened } = await challenged(world, "approve", wish);
  const outcome = await finish(world, { ...opened, fields: returns[0] });
  const { request, challenge } = opened;
  return { request, outcome, inquiry: inquiryOf(world, request, challenge.state) };
}

async function askedAbout(world: ProtocolWorld, inquiry: Inquiry): Promise<Asked> {
  const before = world.answered.length;
  const told = textOf(await world.acquirer.inquire(inquiry));
  return { inquiry, told, answers: world.answered.slice(before) };
}

async function outcomeWith(
  world: ProtocolWorld,
  { inquiry, answers }: Asked,
  planted: Planted,
): Promise<string> {
  let next = 0;
  const acquirer = world.connect(
    {},
    {
      clock: world.clock,
      post: () => {
        const answer = answers[next];
        next += 1;
        if (answer?.kind !== "answered") throw new Error("the bank was asked more than before");
        return Promise.resolve(plantAnswer(answer, planted));
      },
    },
  );
  return textOf(await acquirer.inquire(inquiry));
}

function textOf(outcome: object): string {
  return JSON.stringify(outcome, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}
