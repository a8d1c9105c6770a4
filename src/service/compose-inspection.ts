import { openDatabase } from "../edge/store/sql/database.ts";
import { createHistoryReader } from "../edge/store/report/history-store.ts";
import type { HistoryReader } from "../report/history.ts";
import type { Parts } from "./compose.ts";

/** Everything that is known of a payment, as an operator looks at it. */
export function openInspection({ database }: Pick<Parts, "database">): {
  readonly deps: HistoryReader;
  close(): Promise<void>;
} {
  const pool = openDatabase({ address: database, applicationName: "vezne inspection", max: 2 });
  return { deps: createHistoryReader(pool), close: () => pool.end() };
}
