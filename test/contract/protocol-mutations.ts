import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReturnFields } from "../../src/domain/payment/acquirer-requests.ts";
import { roundsOfRun } from "../support/full-run.ts";
import {
  order,
  type ProtocolUnderTest,
  type ProtocolWorld,
  startProtocolWorld,
} from "../support/protocol-world.ts";
import { challenged, proves, read, type Returned } from "./protocol-challenges.ts";

/** Thousands of returns, of which an adapter may bring each one to the bank. */
const PATIENCE_MS = 180_000;

/** Numbers of a linear congruential generator: the same mutations at every run of one seed. */
export type Dice = (sides: number) => number;

/**
 * Damages returns of 3-D Secure in `whole` ways each, of which shorter runs play a part. A damaged
 * return may prove a payment only if it says exactly the same as the undamaged one; a refused
 * authentication never proves one. An adapter that asks the bank about each return takes a smaller
 * count. `unsigned` names fields that the charge repeats although the bank signs them nowhere: the
 * bank must refuse a charge with a changed one.
 */
export function mutationContract(
  under: ProtocolUnderTest,
  whole = 10_000,
  unsigned: readonly string[] = [],
): void {
  const count = roundsOfRun(whole);
  describe(`${under.protocol.name} (${under.model}) reads ${count} damaged returns`, () => {
    let world: ProtocolWorld;
    beforeAll(async () => {
      world = await startProtocolWorld(under);
    });
    afterAll(() => world.close());

    it(
      "of a passed authentication without a new approval",
      async () => {
        const passed = await returned(world, "approve");
        const undamaged = await read(world, passed);
        expect(proves(undamaged)).toBe(true);
        const roll = dice(1);
        for (let round = 0; round < count; round += 1) {
          const kept = Object.fromEntries(
            Object.entries(passed.fields).filter(([name]) => under.unsignedFields?.includes(name)),
          );
          const fields = { ...damaged(passed.fields, roll), ...kept };
          const word = await read(world, { ...passed, fields });
          if (!proves(word)) continue;
          const change = describeChange(passed.fields, fields);
          if (unsigned.every((name) => fields[name] === passed.fields[name])) {
            expect(word, change).toEqual(undamaged);
          } else if (word.kind === "authenticated") {
            const { proof } = word;
            const charged = await world.acquirer.authorizeChallenged({ ...passed.request, proof });
            expect(charged.kind, change).not.toBe("approved");
          }
        }
      },
      PATIENCE_MS,
    );

    it(
      "of a refused authentication without any approval",
      async () => {
        const refused = await returned(world, "decline");
        const passed = await returned(world, "approve");
        const roll = dice(2);
        for (let round = 0; round < count; round += 1) {
          // A thief may also put values of a passed authentication into another return.
          const fields = damaged(mixed(refused.fields, passed.fields, roll), roll);
          const word = await read(world, { ...refused, fields });
          expect(proves(word), describeChange(refused.fields, fields)).toBe(false);
        }
      },
      PATIENCE_MS,
    );

    it(
      "of another order without any approval",
      async () => {
        const passed = await returned(world, "approve");
        const other = order(world, { isChallenged: true, minor: 12_551n });
        const roll = dice(3);
        for (let round = 0; round < count / 10; round += 1) {
          const fields = damaged(passed.fields, roll);
          const word = await read(world, { ...passed, request: other, fields });
          expect(proves(word), describeChange(passed.fields, fields)).toBe(false);
        }
      },
      PATIENCE_MS,
    );
  });
}

export type Brought = Returned & { readonly fields: ReturnFields };

export async function returned(
  world: ProtocolWorld,
  decision: "approve" | "decline",
): Promise<Brought> {
  const { request, challenge, returns } = await challenged(world, decision);
  return { request, challenge, fields: returns[0] ?? {} };
}

export function dice(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** The own fields, of which some have the values of the others. */
export function mixed(own: ReturnFields, others: ReturnFields, roll: Dice): ReturnFields {
  const share = roll(4);
  const entries = Object.entries({ ...others, ...own }).map(([name, value]) => [
    name,
    roll(4) < share ? (others[name] ?? value) : value,
  ]);
  return Object.fromEntries(entries) as ReturnFields;
}

/** Damages one to three fields. */
export function damaged(fields: ReturnFields, roll: Dice): ReturnFields {
  let entries = Object.entries(fields);
  for (let times = roll(3) + 1; times > 0; times -= 1) {
    const change = CHANGES[roll(CHANGES.length)];
    if (change !== undefined && entries.length > 1) entries = change(entries, roll);
  }
  return Object.fromEntries(entries);
}

type Fields = [name: string, value: string][];
type Change = (fields: Fields, roll: Dice) => Fields;

const CHANGES: readonly Change[] = [
  // A field is missing.
  (fields, roll) => without(fields, roll(fields.length)),
  // A field is repeated, as forms join it, or under another case of its name.
  valueChange((value) => `${value},${value}`),
  nameChange((name) => name.toUpperCase()),
  nameChange((name) => name.toLowerCase()),
  // A field is hidden under another name, which keeps its place in the order of names.
  nameChange((name) => `${name}x`),
  // A value is shorter, longer or empty.
  valueChange((value) => value.slice(0, -1)),
  valueChange((value) => value.slice(1)),
  valueChange((value) => `${value}0`),
  valueChange((value) => `0${value}`),
  valueChange((value) => `${value} `),
  valueChange((value) => value.repeat(40)),
  valueChange(() => ""),
  // Characters move from the end of one value to the start of another one.
  (fields, roll) => {
    const from = roll(fields.length);
    const to = roll(fields.length);
    const moved = fields[from]?.[1].slice(-1) ?? "";
    return fields.map(([name, value], index) => {
      if (index === from) return [name, value.slice(0, -1)];
      return index === to ? [name, moved + value] : [name, value];
    });
  },
  // Two values change places.
  (fields, roll) => {
    const [one, two] = [roll(fields.length), roll(fields.length)];
    const valueOf = (index: number) => fields[index]?.[1] ?? "";
    return fields.map(([name, value], index) => [
      name,
      index === one ? valueOf(two) : index === two ? valueOf(one) : value,
    ]);
  },
  // The bytes are read in another character set, or stay encoded.
  valueChange((value) => Buffer.from(value, "utf8").toString("latin1")),
  valueChange((value) => encodeURIComponent(value)),
  valueChange((value) =>
    value.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  ),
  valueChange((value) => `${value}\u0000`),
  // Other amounts, statuses and signature parameters.
  (fields, roll) => fields.map((field) => amountOf(field, roll)),
  (fields, roll) => fields.map(([name, value]) => [name, statusOf(name, value, roll)]),
  (fields, roll) => fields.map(([name, value]) => [name, parameterOf(name, value, roll)]),
];

function without(fields: Fields, index: number): Fields {
  return fields.filter((_, at) => at !== index);
}

function valueChange(change: (value: string) => string): Change {
  return (fields, roll) => {
    const target = roll(fields.length);
    return fields.map(([name, value], at) => [name, at === target ? change(value) : value]);
  };
}

function nameChange(change: (name: string) => string): Change {
  return (fields, roll) => {
    const target = roll(fields.length);
    return fields.map(([name, value], at) => [at === target ? change(name) : name, value]);
  };
}

function amountOf([name, value]: [string, string], roll: Dice): [string, string] {
  const isAmount = /amount|total|tutar/i.test(name);
  return isAmount
    ? [name, ["1.00", "0.01", "100", "125.51", "125,50"][roll(5)] ?? value]
    : [name, value];
}

function statusOf(name: string, value: string, roll: Dice): string {
  if (/mdstatus/i.test(name)) return ["1", "2", "4", "01", "1 "][roll(5)] ?? value;
  if (/procreturncode|responsecode/i.test(name)) return ["00", "0000", "05", ""][roll(4)] ?? value;
  if (/^response$/i.test(name)) return ["Approved", "approved", "Declined"][roll(3)] ?? value;
  return value;
}

function parameterOf(name: string, value: string, roll: Dice): string {
  if (!/hash.*param/i.test(name)) return value;
  const names = value.split(":");
  return names.slice(0, roll(names.length)).join(":");
}

export function describeChange(before: ReturnFields, after: ReturnFields): string {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name] ?? "–"} → ${after[name]?.slice(0, 60) ?? "–"}`)
    .join("; ");
}
