import { countFailure, tryItem, type TryDeps } from "../job/try-item.ts";
import type { FailedItems } from "../job/ports.ts";
import { isolate } from "../kernel/isolate.ts";
import { readLineText, lineText } from "./line-text.ts";
import type { StatementStore } from "./ports.ts";
import { lineId, type StatementLine } from "./statement-line.ts";

export type TakeOverDeps = Omit<TryDeps, "failedItems"> & {
  readonly statements: Pick<StatementStore, "record">;
  readonly failedItems: FailedItems;
};

export type TakenOver = {
  /** Those that were not seen before. */
  readonly fresh: readonly StatementLine[];
  /** Those that can't be kept as they are, and wait among the failed items. */
  readonly failed: readonly StatementLine[];
};

/**
 * Keeps lines that were not seen before. A line that the database refuses is kept with its content
 * among the failed items, because it is money that arrived, and no other line waits for it.
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
      const key = { kind: "line_intake", merchantId: "", itemId: itemOf(line) } as const;
      await countFailure(deps, { key, content: lineText(line) }, error);
      failed.push(line);
    },
  });
  return { fresh, failed };
}

/** Tries the lines again that could not be kept. */
export async function takeOverFailed(deps: TakeOverDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { item, content = "" } of await deps.failedItems.of("line_intake")) {
    if (item.dueAt > now) continue;
    const work = (): Promise<unknown> => deps.statements.record([readLineText(content)]);
    await tryItem(deps, { key: item, hasFailed: true, content, work });
  }
}

function itemOf(line: StatementLine): string {
  const { scope } = line;
  return scope === undefined ? lineId(line) : `${lineId(line)} ${scope.merchantId} ${scope.mode}`;
}
