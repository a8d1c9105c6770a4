import { Admission, shareOf } from "../../kernel/queue/admission.ts";
import { SECOND } from "../../kernel/clock.ts";
import { ok, refused } from "../../kernel/result.ts";
import { keepWork } from "../../system/loop-watch.ts";
import type { OpenExport } from "../../http/answer/export-answer.ts";
import { exportQuery } from "./export-query.ts";
import { ExportStream, type ExportDeps } from "./export-stream.ts";

/**
 * Maximum number of exports at once, of all merchants together; each occupies a connection and a
 * snapshot for as long as its client reads.
 */
export const EXPORTS = 4;
/** Exports of one merchant that may wait for a place. */
const LINE_MAX = 4;
const WAIT_MS = 5 * SECOND;

/**
 * Shares a few connections among the exports of all merchants. A merchant may begin another export
 * only while more places are free than it holds, so one merchant never occupies all of them.
 */
export function createExports(deps: ExportDeps): OpenExport {
  const { after } = deps;
  const places = new Admission({
    mayEnter: shareOf(EXPORTS),
    lineMax: LINE_MAX,
    waitMs: WAIT_MS,
    after,
    keep: keepWork,
  });
  return async (filter, format, signal) => {
    const { merchantId } = filter;
    const entry = await places.enter(merchantId, signal);
    if (entry !== "entered") return refused(places.held(merchantId) > 0 ? "own" : "others");
    const stream = new ExportStream(deps, exportQuery(filter, format));
    stream.once("close", () => places.leave(merchantId));
    // The client may have disconnected between its admission and this line.
    signal.addEventListener("abort", () => stream.destroy(), { once: true });
    if (signal.aborted) stream.destroy();
    return ok(stream);
  };
}
