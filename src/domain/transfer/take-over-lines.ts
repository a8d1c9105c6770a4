import { countFailure, tryItem, type TryDeps } from "../job/try-item.ts";
import type { FailedItems } from "../job/ports.ts";
import { isolate } from "../../kernel/isolate.ts";
import { readLineText, lineText } from "./line-text.ts";
import type { StatementStore } from "./ports.ts";
import { lineReference, type StatementLine } from "./statement-line.ts";

export type TakeOverDeps = Omit<TryDeps, "failedItems"> & {
  readonly statements: Pick<StatementStore, "record">;
  readonly failedItems: FailedItems;
};

export type TakenOver = {
  /** Lines that are new. */
  readonly fresh: readonly StatementLine[];
  /** Lines that could not be stored, and wait among the failed items. */
  readonly failed: readonly StatementLine[];
};

/**
 * Stores lines that are new. If the database refuses a line, its content is stored as a failed
 * item, because the line is money that arrived; the other lines are stored regardless.
 */
export async function takeOverLines(
  deps: TakeOverDeps,
  lines: readonly StatementLine[],
): Promise<TakenOver> {
  const fresh: StatementLine[] = [];
  const failed: StatementLine[] = [];
  await isolate(lines, {
    isPassing: deps.isPassing,
    work: async (some) => {
      fresh.push(...(await deps.statements.record(some)));
    },
    onFault: async (line, error) => {
      const key = { kind: "line_intake", merchantId: "", itemId: lineReference(line) } as const;
      await countFailure(deps, { key, content: lineText(line) }, error);
      failed.push(line);
    },
  });
  return { fresh, failed };
}

/** Tries again to store the lines that could not be stored. */
export async function takeOverFailed(deps: TakeOverDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { item, content = "" } of await deps.failedItems.of("line_intake")) {
    if (item.dueAt > now) continue;
    const work = (): Promise<unknown> => deps.statements.record([readLineText(content)]);
    await tryItem(deps, { key: item, hasFailed: true, content, work });
  }
}
