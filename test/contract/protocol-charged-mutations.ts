import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summarize } from "../../src/bank/book.ts";
import type { ChallengeProof, FinalOutcome } from "../../src/domain/payment/acquirer.ts";
import {
  order,
  type ProtocolUnderTest,
  type ProtocolWorld,
  startProtocolWorld,
} from "../support/protocol-world.ts";
import { read } from "./protocol-challenges.ts";
import {
  type Brought,
  damaged,
  describeChange,
  dice,
  mixed,
  returned,
} from "./protocol-mutations.ts";

/** An adapter may ask the bank about each damaged return, so a round is an exchange over HTTP. */
const LONGEST_MS = 120_000;

/**
 * Damages returns in `count` ways for a protocol whose return is not signed, or not in every field.
 * There the bank compares the charge with its own record, so each damaged return that the adapter
 * passes on is charged, and the bank must refuse it.
 */
export function chargedMutationContract(under: ProtocolUnderTest, count = 10_000): void {
  describe(`${under.protocol.name} (${under.bank}) charges ${count} damaged returns`, () => {
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
        if (undamaged.kind !== "authenticated") throw new Error("the undamaged return is no proof");
        const roll = dice(1);
        const charge = charger(world, passed, [undamaged.proof]);
        for (let round = 0; round < count; round += 1) {
          await charge(damaged(passed.fields, roll));
        }
        expect(await chargesOf(world, passed)).toBe(0);
      },
      LONGEST_MS,
    );

    it(
      "of a refused authentication without any approval",
      async () => {
        const refused = await returned(world, "decline");
        const passed = await returned(world, "approve");
        const roll = dice(2);
        const charge = charger(world, refused, []);
        for (let round = 0; round < count; round += 1) {
          await charge(damaged(mixed(refused.fields, passed.fields, roll), roll));
        }
        expect(await chargesOf(world, refused)).toBe(0);
      },
      LONGEST_MS,
    );

    it(
      "of another order without any approval",
      async () => {
        const passed = await returned(world, "approve");
        const other = { ...passed, request: order(world, { isChallenged: true, minor: 12_551n }) };
        const roll = dice(3);
        const charge = charger(world, other, []);
        for (let round = 0; round < count / 10; round += 1) {
          await charge(damaged(passed.fields, roll));
        }
        expect(await chargesOf(world, other)).toBe(0);
      },
      LONGEST_MS,
    );
  });
}

/** Charges by each proof once; the proofs in `right` are those of the undamaged return. */
function charger(
  world: ProtocolWorld,
  brought: Brought,
  right: readonly ChallengeProof[],
): (fields: Brought["fields"]) => Promise<FinalOutcome | undefined> {
  const seen = new Set(right.map((proof) => JSON.stringify(proof)));
  return async (fields) => {
    const word = await read(world, { ...brought, fields });
    if (word.kind !== "authenticated" || seen.has(JSON.stringify(word.proof))) return undefined;
    seen.add(JSON.stringify(word.proof));
    const request = { ...brought.request, proof: word.proof };
    const outcome = await world.acquirer.authorizeChallenged(request);
    expect(outcome.kind, describeChange(brought.fields, fields)).not.toBe("approved");
    return outcome;
  };
}

async function chargesOf({ book }: ProtocolWorld, { request }: Brought): Promise<number> {
  const { inForceByRequest } = summarize(await book.list());
  return inForceByRequest.get(request.reference) ?? 0;
}
