import { describe, expect, it } from "vitest";
import { DAY, HOUR, instant, later, MINUTE } from "../../../kernel/clock.ts";
import type { Payment } from "../payment.ts";
import { holdStep, stepAfter } from "./hold-step.ts";

const END = instant(Date.parse("2026-12-08T09:00:00Z"));
const at = (ms: number) => later(END, ms);
const held = (fields: Partial<Payment> = {}): Payment =>
  ({ state: "authorized", captureBefore: END, onHoldEnd: "void", ...fields }) as Payment;

describe("a hold", () => {
  it.each([
    ["waits for its last day", held(), false, -2 * DAY, { kind: "wait", lookAt: at(-DAY) }],
    ["is announced a day before", held(), false, -DAY, { kind: "announce", lookAt: at(-HOUR) }],
    ["of half a day is announced at once", held(), false, -DAY / 2, { kind: "announce" }],
    ["is voided in its last hour", held(), true, -HOUR, { kind: "send", move: "void" }],
    ["waits for its last hour", held(), true, -2 * HOUR, { kind: "wait", lookAt: at(-HOUR) }],
    ["that is late is announced first", held(), false, DAY, { kind: "announce", lookAt: at(DAY) }],
    ["that is late ends all the same", held(), true, DAY, { kind: "send", move: "void" }],
    ["is captured", held({ onHoldEnd: "capture" }), true, 0, { kind: "send", move: "capture" }],
    ["is kept", held({ onHoldEnd: "keep" }), true, -HOUR, { kind: "done" }],
    ["is over once captured", held({ state: "completed" }), false, -DAY, { kind: "done" }],
    ["waits for an answer", held({ state: "voiding" }), true, -HOUR, { kind: "wait" }],
    ["waits no week for an answer", held({ state: "voiding" }), true, 8 * DAY, { kind: "done" }],
    ["without an end has none", held({ captureBefore: undefined }), false, 0, { kind: "done" }],
  ] as const)("%s", (_title, payment, isAnnounced, ms, step) => {
    expect(holdStep(payment, isAnnounced, at(ms))).toMatchObject(step);
  });

  it.each([
    ["again in time", held(), -HOUR, { kind: "wait", lookAt: at(-HOUR + 15 * MINUTE) }],
    ["no more after its end", held(), 0, { kind: "done" }],
    ["not while an answer is missing", held({ state: "capturing" }), -HOUR, { kind: "wait" }],
    ["not once it has ended", held({ state: "cancelled" }), -HOUR, { kind: "done" }],
  ] as const)("that the bank refused to end is tried %s", (_title, payment, ms, step) => {
    expect(stepAfter(payment, at(ms))).toMatchObject(step);
  });
});
