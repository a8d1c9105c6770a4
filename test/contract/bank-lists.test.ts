// tier: core
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { akbank } from "../../src/acquirer/akbank/adapter.ts";
import { type BankTransport, createBankTransport } from "../../src/acquirer/kit/bank-transport.ts";
import { PROTOCOLS } from "../../src/acquirer/connection/protocols.ts";
import { doorUrl } from "../../src/acquirer/connection/door-paths.ts";
import type { Approved, Movement } from "../../src/domain/payment/acquirer.ts";
import { dayInTurkey } from "../../src/kernel/calendar-day.ts";
import { DAY, later, MINUTE } from "../../src/kernel/clock.ts";
import { DOOR_TERMINALS } from "../support/door-terminals.ts";
import {
  cardOf,
  modificationOf,
  order,
  type ProtocolWorld,
  refundOf,
  startProtocolWorld,
} from "../support/protocol-world.ts";
import { scriptedBank } from "../support/scripted-line.ts";
import { charge } from "./protocol-steps.ts";

const terminalOf = (name: string) => {
  const found = DOOR_TERMINALS.find(({ protocol }) => protocol.name === name);
  if (found === undefined) throw new Error(`no terminal of ${name}`);
  return found;
};

/** The banks that list their bookings; `hasVoids`: a void is a row of its own. */
const LISTING = [
  { ...terminalOf("garanti"), hasVoids: true },
  { ...terminalOf("akbank"), hasVoids: false },
  {
    ...terminalOf("payfor"),
    bank: "ziraat_katilim",
    credentials: {
      merchant_id: "000000000000012",
      user_code: "ZK_API_KULLANICI",
      user_password: "ZkT12",
      store_key: "12345678",
    },
    hasVoids: true,
  },
] as const;

describe.each(LISTING)(
  "the list of $protocol.name",
  ({ protocol, bank, hasVoids, ...terminal }) => {
    let world: ProtocolWorld;
    let line: ReturnType<typeof createBankTransport>;
    beforeAll(async () => {
      const purposes = Object.keys(protocol.banks.find(({ name }) => name === bank)?.live ?? {});
      world = await startProtocolWorld({
        protocol,
        bank,
        credentials: terminal.credentials,
        secret: "",
        model: protocol.models[0] ?? "",
        features: { withoutChallenge: true, preauth: true },
        paths: Object.fromEntries(
          purposes.map((purpose) => [purpose, doorUrl("", { protocol: protocol.name, purpose })]),
        ),
      });
      line = createBankTransport({ clock: world.clock });
    });
    afterAll(async () => {
      await world.close();
      await line.close();
    });

    /** Reads all pages of today; `change` is made to each answer of the bank. */
    const listed = async (
      since?: Movement["bookedAt"],
      change: (text: string) => string = (text) => text,
    ): Promise<readonly Movement[]> => {
      const acquirer = world.connect({}, changing(line, change));
      const found: Movement[] = [];
      let page: string | undefined;
      do {
        const { merchantId, clock } = world;
        const query = { merchantId, day: dayInTurkey(clock.now()), since, page };
        const list = await acquirer.movements?.(query);
        if (list?.kind !== "movements") throw new Error(`no list: ${JSON.stringify(list)}`);
        found.push(...list.movements);
        page = list.next;
      } while (page !== undefined);
      return found;
    };
    const rowOf = (
      kind: Movement["kind"],
      reference: string,
      { bankReference, minor }: { readonly bankReference: string; readonly minor: bigint },
    ) => ({ kind, reference, amount: { minor, currency: "TRY" }, bankReference });
    const shown = (movements: readonly Movement[]) =>
      movements.map(({ bookedAt: _at, original: _original, ...row }) => row);

    it("has every booking of the day once, over all its pages, and no refused one", async () => {
      const sales: object[] = [];
      for (let number = 0; number < 24; number += 1) {
        world.clock.move(1_000);
        const request = order(world, { minor: 100n + BigInt(number) });
        const { bankReference } = await charge(world, request);
        sales.push(
          rowOf("sale", request.reference, { bankReference, minor: request.amount.minor }),
        );
      }
      const refused = order(world, { card: cardOf("4111111111111129") });
      expect(await world.acquirer.authorize(refused)).toMatchObject({ kind: "declined" });
      expect(shown(await listed())).toEqual(sales);
      world.clock.move(16 * MINUTE);
      const request = order(world, {});
      await charge(world, request);
      const since = later(world.clock.now(), -MINUTE);
      expect((await listed(since)).map(({ reference }) => reference)).toEqual([request.reference]);
      world.clock.move(DAY);
      expect(await listed()).toEqual([]);
    });

    it("names holds, captures, voids and refunds by the order that they change", async () => {
      world.clock.move(DAY);
      const hold = order(world, { kind: "preauth" });
      const held = await charge(world, hold);
      const part = { approved: held, minor: hold.amount.minor };
      const captured = await world.acquirer.capture(modificationOf(world, hold, part));
      const voided = order(world, { minor: 700n });
      const sold = await charge(world, voided);
      const whole = refundOf(world, voided, { approved: sold, minor: 700n });
      const taken = await world.acquirer.refund(whole);
      expect([captured.kind, taken.kind]).toEqual(["approved", "approved"]);
      const rows = shown(await listed());
      const numberOf = (outcome: object) => (outcome as Approved).bankReference;
      const { minor } = hold.amount;
      expect(rows).toContainEqual(
        rowOf("preauth", hold.reference, { bankReference: held.bankReference, minor }),
      );
      expect(rows).toContainEqual(
        rowOf("capture", hold.reference, { bankReference: numberOf(captured), minor }),
      );
      const ends = rows.filter(({ reference }) => reference === voided.reference);
      const end = rowOf("void", voided.reference, {
        bankReference: numberOf(taken),
        minor: voided.amount.minor,
      });
      // A cancelled sale is not listed, or beside its void.
      if (hasVoids) expect(ends).toContainEqual(end);
      else expect(ends).toEqual([]);
    });

    it.each([
      ["<b>\u202e4355084355084358</b>", "<b>[card]</b>"],
      ["SIP-7".repeat(40), "SIP-7".repeat(12) + "SIP-"],
    ])("shows a stranger's order number %j as text", async (written, read) => {
      world.clock.move(DAY);
      const request = order(world, {});
      await charge(world, request);
      const [row] = await listed(undefined, (text) =>
        text.replaceAll(request.reference, text.startsWith("<") ? xmlOf(written) : written),
      );
      expect(row?.reference).toBe(read);
    });

    it("is not read where the word of a row is unknown", async () => {
      world.clock.move(DAY);
      await charge(world, order(world, {}));
      const change = (text: string) =>
        text.replace(/Satis|>Auth<|"1000"/, (word) => `${word[0]}Yeni${word.at(-1)}`);
      await expect(listed(undefined, change)).rejects.toThrow("unreadable_booking");
    });
  },
);

/** A line on which each answer of the bank is changed, the packed list within it too. */
function changing(line: BankTransport, change: (text: string) => string): BankTransport {
  return {
    clock: line.clock,
    async post(request) {
      const answer = await line.post(request);
      if (answer.kind !== "answered") return answer;
      const text = answer.body.toString();
      const [, data] = /"data":"([^"]*)"/.exec(text) ?? [];
      if (data === undefined) return { ...answer, body: Buffer.from(change(text)) };
      const list = changeWithin(gunzipSync(Buffer.from(data, "base64")).toString(), change);
      const body = text.replace(data, gzipSync(list).toString("base64"));
      return { ...answer, body: Buffer.from(body) };
    },
  };
}

function xmlOf(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Changes the texts of a document in JSON. */
function changeWithin(json: string, change: (text: string) => string): string {
  const changed: unknown = JSON.parse(json, (_name, value: unknown) =>
    typeof value === "string" ? (JSON.parse(change(JSON.stringify(value))) as string) : value,
  );
  return JSON.stringify(changed);
}

describe("a packed report", () => {
  const ask = async (data: string, page?: string) => {
    const { acquirer } = scriptedBank({
      protocol: akbank,
      bank: "akbank",
      credentials: { merchant_safe_id: "1", terminal_safe_id: "2", secret_key: "3" },
      answer: () => JSON.stringify({ responseCode: "VPS-0000", data }),
    });
    const day = "2026-11-30" as ReturnType<typeof dayInTurkey>;
    return acquirer.movements?.({ merchantId: "mer_00000000" as never, day, page });
  };
  const packed = (value: unknown) => gzipSync(JSON.stringify(value)).toString("base64");

  it("that unpacks to too much is asked for in halves, and refused for a single minute", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1_024 * 1_024)).toString("base64");
    expect(bomb.length).toBeLessThan(100_000);
    expect(await ask(bomb)).toEqual({ kind: "movements", movements: [], next: "0-720,720-1440" });
    expect(await ask(bomb, "7-8")).toMatchObject({ kind: "unknown", cause: "report_too_large" });
  });

  it.each([
    ["is no gzip", "AAAA"],
    ["is no JSON", gzipSync("x").toString("base64")],
    ["has no list", packed({})],
    ["has an unknown word", packed({ txnDetailList: [{ txnCode: "1000", txnStatus: "Yeni" }] })],
  ])("that %s says nothing", async (_name, data) => {
    expect(await ask(data)).toMatchObject({ kind: "unknown" });
  });
});

it("is there for three protocols, and no other claims one", () => {
  const names = PROTOCOLS.filter(({ listsBookings }) => listsBookings).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["akbank", "garanti", "payfor"]);
});
