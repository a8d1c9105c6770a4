import { tryItems } from "../job/try-item.ts";
import { finishAllAssignments } from "./assign-line.ts";
import { applyLines, MATCHED_AT_ONCE, type StatementDeps } from "./apply-lines.ts";
import { takeOverFailed } from "./take-over-lines.ts";

/**
 * Matches the lines that wait, among them those of imports that were interrupted, and stores those
 * that could not be stored before. A line whose match fails keeps waiting; the other lines are
 * matched regardless. Assignments that were interrupted come first, because their payments are
 * paid. Any number of processes may run it at once: a line pays once.
 */
export async function matchWaiting(deps: StatementDeps): Promise<void> {
  await finishAllAssignments(deps);
  await takeOverFailed(deps);
  await tryItems(deps, {
    items: await deps.statements.waiting(MATCHED_AT_ONCE),
    work: async (some) => {
      const lines = some.map(({ read }) => read());
      await applyLines(deps, lines);
    },
  });
}
