import type { FastifyReply } from "fastify";
import { Admission, Busy, shareOf, type After } from "../../kernel/admission.ts";
import { SECOND } from "../../kernel/clock.ts";
import { keepWork } from "../system/loop-watch.ts";

/** Files that are worked on at once, of all merchants together. */
const WORKING = 4;
/** Others of the same merchant that wait meanwhile, for less time than a request may take. */
const LINE_MAX = 3;
const WAIT_MS = 20 * SECOND;

/** In which turns merchants' files are read and worked on: each merchant has one at a time. */
export type UploadTurns = {
  /**
   * To be called before a file is read, so that no more than one of a merchant is in memory; the
   * turn ends with the answer.
   * @throws Busy
   */
  readonly begin: (merchant: string, reply: FastifyReply) => Promise<void>;
  /**
   * Works on a file that was read; parsing and storing it belong inside.
   * @throws Busy
   */
  readonly work: <Value>(merchant: string, work: () => Promise<Value>) => Promise<Value>;
};

export function createUploadTurns(after: After): UploadTurns {
  const line = { lineMax: LINE_MAX, waitMs: WAIT_MS, after, keep: keepWork };
  const reading = new Admission({ ...line, mayEnter: (held) => held === 0 });
  const share = shareOf(WORKING);
  const working = new Admission({
    ...line,
    mayEnter: (held, taken) => held === 0 && share(held, taken),
  });
  return {
    async begin(merchant, { raw }) {
      const gone = new AbortController();
      raw.once("close", () => gone.abort());
      const entry = await reading.enter(merchant, gone.signal);
      if (entry !== "entered") throw new Busy();
      const leave = (): void => reading.leave(merchant);
      if (gone.signal.aborted) leave();
      else raw.once("close", leave);
    },
    work: (merchant, work) => working.run(merchant, work),
  };
}
