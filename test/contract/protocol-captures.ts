import { expect, it } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import { modificationOf, order, type ProtocolWorld, refundOf } from "../support/protocol-world.ts";
import { charge, entriesOf, fail } from "./protocol-steps.ts";

type Use = () => ProtocolWorld;

/** The part of the contract about refunds of a captured hold; `protocolContract` runs it. */
export function capturedHolds(use: Use): void {
  it("are refunded by the reference and the state of their capture", async () => {
    const { request, refund } = await captured(use());
    expect(await use().acquirer.refund(refund)).toMatchObject({ kind: "approved" });
    expect((await entriesOf(use(), request))[0]?.refundedMinor).toBe(4_000n);
  });

  it("are refunded by the state that an inquiry found for their capture", async () => {
    const { request, refund, found } = await captured(use());
    if (found === undefined) return;
    const original = { ...refund.original, ...found };
    const outcome = await use().acquirer.refund({ ...refund, original });
    expect(outcome).toMatchObject({ kind: "approved" });
    expect((await entriesOf(use(), request))[0]?.refundedMinor).toBe(4_000n);
  });

  it("have a refund that is found when its answer is lost, if the protocol says so", async () => {
    const { refund } = await captured(use());
    const createdAt = use().clock.now();
    fail(use(), "refund", "cut");
    expect(await use().acquirer.refund(refund)).toMatchObject({ kind: "unknown" });
    const inquiry = { ...refund, kind: "refund", state: undefined, createdAt } as const;
    const { seesRefunds } = use().acquirer.capabilities.inquiry;
    const { kind } = await use().acquirer.inquire(inquiry);
    expect(kind).toBe(seesRefunds === "all" ? "approved" : "unknown");
  });
}

/** A hold that was captured yesterday, and a refund of a part of the capture. */
export async function captured(world: ProtocolWorld) {
  const request = order(world, { kind: "preauth" });
  const hold = await charge(world, request);
  const capture = modificationOf(world, request, { approved: hold, minor: 12_550n });
  const asked = { kind: "capture", state: undefined, createdAt: world.clock.now() } as const;
  const approved = await world.acquirer.capture(capture);
  if (approved.kind !== "approved") throw new Error(`the capture is ${approved.kind}`);
  const shown = await world.acquirer.inquire({ ...capture, ...asked });
  const { bookedAt = world.clock.now() } = approved;
  world.clock.move(DAY);
  const attempt = { ...request, attemptId: capture.attemptId, reference: capture.reference };
  const part = { approved: { ...approved, bookedAt }, minor: 4_000n };
  const refund = refundOf(world, attempt, part);
  const found =
    shown.kind === "approved"
      ? { state: shown.state, bankReference: shown.bankReference }
      : undefined;
  return { request, refund, found };
}
