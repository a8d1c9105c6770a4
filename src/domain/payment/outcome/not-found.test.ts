import { describe, expect, it } from "vitest";
import { instant, later, MINUTE } from "../../../kernel/clock.ts";
import type { Capabilities } from "../capabilities.ts";
import { believeNotFound } from "./not-found.ts";

const SETTLED = instant(1_000_000);

function ask(
  promises: { readonly blocksLate: boolean; readonly notFound?: "none" },
  { at, firstAt }: { readonly at: number; readonly firstAt?: number },
) {
  const { blocksLate, notFound = "never_arrived" } = promises;
  const capabilities = { undo: { blocksLate }, inquiry: { notFound } } as Capabilities;
  const notFoundAt = firstAt === undefined ? undefined : later(SETTLED, firstAt);
  const now = later(SETTLED, at);
  return believeNotFound({ attempt: { notFoundAt }, capabilities, settledAt: SETTLED, now });
}

describe("the answer not_found", () => {
  it("is believed at once from a bank that refuses late requests, but not before", () => {
    expect(ask({ blocksLate: true }, { at: -1 })).toMatchObject({ kind: "wait" });
    expect(ask({ blocksLate: true }, { at: 0 })).toEqual({ kind: "believed" });
  });

  it("is believed from other banks only if it comes twice, two minutes apart", () => {
    const first = { kind: "wait", notFoundAt: SETTLED, at: later(SETTLED, 2 * MINUTE) };
    expect(ask({ blocksLate: false }, { at: 0 })).toEqual(first);
    expect(ask({ blocksLate: false }, { at: 2 * MINUTE - 1, firstAt: 0 })).toEqual(first);
    expect(ask({ blocksLate: false }, { at: 2 * MINUTE, firstAt: 0 })).toEqual({
      kind: "believed",
    });
  });

  it("is never believed from a bank whose inquiry does not tell it", () => {
    const promises = { blocksLate: false, notFound: "none" } as const;
    expect(ask(promises, { at: 60 * MINUTE, firstAt: 0 })).toMatchObject({ kind: "wait" });
  });
});
