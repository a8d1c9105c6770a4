import type { FastifyReply } from "fastify";
import { Admission, Busy, shareOf, type Timer } from "../../kernel/queue/admission.ts";
import { SECOND } from "../../kernel/clock.ts";
import { keepWork } from "../../system/loop-watch.ts";

/** The largest number of files processed at once, for all merchants together. */
const WORKING = 4;
/** The largest number of waiting files of one merchant. */
const LINE_MAX = 3;
/** The longest wait of a file, shorter than the timeout of a request. */
const WAIT_MS = 20 * SECOND;

/** Limits the uploads: each merchant has one file read and one file processed at a time. */
export type UploadTurns = {
  /**
   * Waits for the merchant's turn before a file is read, so that one file of a merchant is in
   * memory at most. The turn ends with the answer.
   * @throws Busy
   */
  readonly begin: (merchant: string, reply: FastifyReply) => Promise<void>;
  /**
   * Processes a file that was read; parsing and storing belong inside `work`.
   * @throws Busy
   */
  readonly work: <Value>(merchant: string, work: () => Promise<Value>) => Promise<Value>;
};

export function createUploadTurns(after: Timer): UploadTurns {
  const line = { lineMax: LINE_MAX, waitMs: WAIT_MS, after, keep: keepWork };
  const reading = new Admission({ ...line, mayEnter: (held) => held === 0 });
  const share = shareOf(WORKING);
  const working = new Admission({
    ...line,
    mayEnter: (held, taken) => held === 0 && share(held, taken),
  });
  return {
    async begin(merchant, { raw }) {
      const closed = new AbortController();
      raw.once("close", () => closed.abort());
      const entry = await reading.enter(merchant, closed.signal);
      if (entry !== "entered") throw new Busy();
      const leave = (): void => reading.leave(merchant);
      if (closed.signal.aborted) leave();
      else raw.once("close", leave);
    },
    work: (merchant, work) => working.run(merchant, work),
  };
}
