import { describe, expect, it } from "vitest";
import { manualAfter } from "../../../test/support/manual-after.ts";
import { FairGate } from "./fair-gate.ts";

const OVERLOADED = 3;
const IDLE = 0.2;
const signal = new AbortController().signal;

function gateWith(underWay: number): FairGate {
  const gate = new FairGate(manualAfter().after);
  for (let call = 0; call < underWay; call += 1) gate.tryEnter("big");
  return gate;
}

function rounds(gate: FairGate, count: number, pressure: number): void {
  for (let round = 0; round < count; round += 1) gate.adapt(pressure);
}

describe("the limit of calls under way", () => {
  it("limits a single merchant by the maximum only", () => {
    const gate = gateWith(500);
    rounds(gate, 50, OVERLOADED);
    expect(gate.tryEnter("big")).toBe(true);
    expect(gate.allowance).toBe(2_048);
  });

  it("lowers the allowance of the busiest merchant as soon as it slows another down", async () => {
    const gate = gateWith(500);
    gate.tryEnter("small");
    rounds(gate, 20, OVERLOADED);
    expect(gate.allowance).toBeLessThan(8);
    const waiting = gate.enter("big", signal);
    for (let call = 0; call < 3; call += 1) expect(gate.tryEnter("small")).toBe(true);
    for (let call = 0; call < 500; call += 1) gate.leave("big");
    expect(await waiting).toBe("entered");
  });

  it("raises it again without pressure, and fully when the other merchant is gone", () => {
    const gate = gateWith(100);
    gate.tryEnter("small");
    rounds(gate, 20, OVERLOADED);
    const least = gate.allowance;
    rounds(gate, 10, IDLE);
    expect(gate.allowance).toBeGreaterThan(least * 2);
    gate.leave("small");
    rounds(gate, 50, OVERLOADED);
    expect(gate.allowance).toBeLessThan(least * 2);
    rounds(gate, 50, OVERLOADED);
    expect(gate.allowance).toBe(2_048);
  });

  it("never makes a merchant with few calls wait", () => {
    const gate = gateWith(2_000);
    gate.tryEnter("small");
    rounds(gate, 1_000, 1_000);
    expect([1, 2, 3].map(() => gate.tryEnter("small"))).toEqual([true, true, true]);
  });
});
