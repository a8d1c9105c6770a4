import { EventEmitter } from "node:events";
import type { FastifyReply } from "fastify";
import { describe, expect, it } from "vitest";
import { manualAfter } from "../../../test/support/manual-after.ts";
import { Busy } from "../../kernel/queue/admission.ts";
import { createUploadTurns } from "./upload-turns.ts";

/** An answer whose end is all that the test needs. */
function newReply(): { readonly reply: FastifyReply; readonly end: () => void } {
  const raw = new EventEmitter();
  return { reply: { raw } as unknown as FastifyReply, end: () => void raw.emit("close") };
}

async function isDone(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => setImmediate(resolve, false));
  return Promise.race([promise.then(() => true), later]);
}

describe("the turns of uploads", () => {
  it("let each merchant send one file at a time, without a wait for other merchants", async () => {
    const turns = createUploadTurns(manualAfter().after);
    const first = newReply();
    await turns.begin("a", first.reply);
    const second = turns.begin("a", newReply().reply);
    expect(await isDone(second)).toBe(false);
    expect(await isDone(turns.begin("b", newReply().reply))).toBe(true);
    first.end();
    expect(await isDone(second)).toBe(true);
  });

  it("process one file of a merchant and four of all, each merchant in turn", async () => {
    const turns = createUploadTurns(manualAfter().after);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const work = (merchant: string): Promise<void> =>
      turns.work(merchant, async () => {
        begun.push(merchant);
        await new Promise<void>((end) => ends.push(end));
      });
    const all = ["a", "a", "b", "c", "d", "e"].map(work);
    await isDone(Promise.all(all));
    expect(begun).toEqual(["a", "b", "c", "d"]);
    ends[1]?.();
    await isDone(Promise.all(all));
    expect(begun).toEqual(["a", "b", "c", "d", "e"]);
    ends[0]?.();
    await isDone(Promise.all(all));
    expect(begun.at(-1)).toBe("a");
  });

  it("refuse a file after a while, and at once if too many files wait", async () => {
    const timers = manualAfter();
    const turns = createUploadTurns(timers.after);
    await turns.begin("a", newReply().reply);
    const waiting = [1, 2, 3].map(() => turns.begin("a", newReply().reply));
    await expect(turns.begin("a", newReply().reply)).rejects.toThrow(Busy);
    timers.pass(20_000);
    for (const one of waiting) await expect(one).rejects.toThrow(Busy);
    expect(timers.pending()).toBe(0);
  });
});
