import { describe, expect, it } from "vitest";
import { manualAfter } from "../../test/support/manual-after.ts";
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

describe("the gate of calls", () => {
  it("holds a merchant that is alone to nothing but its bound", () => {
    const gate = gateWith(500);
    rounds(gate, 50, OVERLOADED);
    expect(gate.tryEnter("big")).toBe(true);
    expect(gate.allowance).toBe(2_048);
  });

  it("takes from the one with most under way as soon as it hinders another", async () => {
    const gate = gateWith(500);
    gate.tryEnter("small");
    rounds(gate, 20, OVERLOADED);
    expect(gate.allowance).toBeLessThan(8);
    const waiting = gate.enter("big", signal);
    for (let call = 0; call < 3; call += 1) expect(gate.tryEnter("small")).toBe(true);
    for (let call = 0; call < 500; call += 1) gate.leave("big");
    expect(await waiting).toBe("entered");
  });

  it("gives it back once nothing hinders, and all of it when the other has gone", () => {
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

  it("never has a merchant wait that has few calls under way", () => {
    const gate = gateWith(2_000);
    gate.tryEnter("small");
    rounds(gate, 1_000, 1_000);
    expect([1, 2, 3].map(() => gate.tryEnter("small"))).toEqual([true, true, true]);
  });
});
