import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LineAnswer } from "../../src/acquirer/kit/bank-line.ts";
import type { Acquirer, AuthorizeRequest } from "../../src/domain/payment/acquirer.ts";
import { roundsOfRun } from "../support/full-run.ts";
import {
  cardOf,
  inquiryOf,
  modificationOf,
  order,
  type ProtocolUnderTest,
  type ProtocolWorld,
  startProtocolWorld,
} from "../support/protocol-world.ts";

const ROUNDS = roundsOfRun(2_000);

type Asking = (acquirer: Acquirer) => Promise<{ readonly kind: string }>;

/**
 * Damages answers of the bank, and gives them to the adapter: it never throws, and an answer that
 * says no approval never becomes one.
 */
export function answerContract(under: ProtocolUnderTest): void {
  describe(`${under.protocol.name} (${under.model}) reads ${ROUNDS} damaged answers`, () => {
    let world: ProtocolWorld;
    beforeAll(async () => {
      world = await startProtocolWorld(under);
    });
    afterAll(() => world.close());

    it("of a declined charge without an approval", async () => {
      const request = order(world, { card: cardOf("4111111111111129") });
      await expectNever(world, "approved", (acquirer) => acquirer.authorize(request));
    });

    it("of an inquiry that finds nothing without an approval", async () => {
      const request = order(world, {});
      const inquiry = inquiryOf(world, request);
      await expectNever(world, "approved", (acquirer) => acquirer.inquire(inquiry));
    });

    it("of a refused capture without an approval", async () => {
      const request = order(world, {});
      const capture = modificationOf(world, request, { approved: NOTHING, minor: 12_550n });
      await expectNever(world, "approved", (acquirer) => acquirer.capture(capture));
    });

    it("of an approved charge without a decline", async () => {
      const request = await charged(world);
      await expectNever(world, "declined", (acquirer) => acquirer.authorize(request), 1);
    });
  });
}

const NOTHING = {
  kind: "approved",
  bankReference: "1",
  authCode: "1",
  bankCode: "00",
  state: undefined,
} as const;

/** A request whose approval is the last answer of the bank. */
async function charged(world: ProtocolWorld): Promise<AuthorizeRequest> {
  const request = order(world, {});
  const outcome = await world.acquirer.authorize(request);
  expect(outcome.kind).toBe("approved");
  return request;
}

/** `kept` is 1 if the answer to damage is the last one that came. */
async function expectNever(
  world: ProtocolWorld,
  ...[kind, ask, kept = 0]: [kind: string, ask: Asking, kept?: number]
): Promise<void> {
  if (kept === 0) expect((await ask(world.acquirer)).kind).not.toBe(kind);
  const answer = world.answered.at(-1);
  if (answer?.kind !== "answered") throw new Error("the bank did not answer");
  let damaged = answer;
  const clock = world.clock;
  const acquirer = world.connect({}, { clock, post: () => Promise.resolve(damaged) });
  for (let round = 0; round < ROUNDS; round += 1) {
    damaged = { ...answer, body: damage(answer, round) };
    const outcome = await ask(acquirer);
    expect(outcome.kind, damaged.body.toString()).not.toBe(kind);
  }
}

/** Changes, removes or repeats bytes at places that depend on the round alone. */
function damage(answer: Extract<LineAnswer, { kind: "answered" }>, round: number): Buffer {
  let state = round + 1;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  let body = Buffer.from(answer.body);
  for (let times = roll(3) + 1; times > 0; times -= 1) {
    const at = roll(body.length);
    const length = roll(roll(2) === 0 ? 3 : body.length - at);
    const before = body.subarray(0, at);
    const part = body.subarray(at, at + length);
    const after = body.subarray(at + length);
    const put = [
      Buffer.alloc(0),
      Buffer.concat([part, part]),
      Buffer.from([roll(256)]),
      Buffer.from(["0", "00", '"', "<", ";;", "=", "\u0000", "ş"][roll(8)] ?? ""),
    ][roll(4)];
    body = Buffer.concat([before, put ?? part, after]);
    if (body.length === 0) return body;
  }
  return body;
}
