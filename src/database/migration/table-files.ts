import type { ClientBase, Pool } from "pg";
import { isDistributionBegun } from "./distribution-state.ts";
import { flag, text, type Row } from "../mapping/rows.ts";

type Sql = Pick<Pool | ClientBase, "query">;

/**
 * The tables whose files hold the rows of a table: itself, and on a Citus cluster its shards, too.
 * The coordinator's own files of a distributed table are empty.
 */
export type TableFiles = {
  /**
   * Asks a question of each of them, and resolves to the answers as text.
   *
   * @param questionOf the SQL expression for the name of one of them, which is a string literal.
   * @throws Error as of a lost connection, if a server of the cluster gives no answer.
   */
  ask(table: string, questionOf: (literal: string) => string): Promise<readonly string[]>;
  /** The statements with which a transaction begins that changes the table's schema. */
  readonly beforeChange: readonly string[];
};

const ON_CLUSTER: readonly string[] = [
  // Over several connections to a server, no statement would see what the one before it has made.
  "set local citus.multi_shard_modify_mode = 'sequential'",
  // The workers wait for their locks as briefly as the coordinator.
  "set local citus.propagate_set_commands = 'local'",
  // The partitions of `event` have its trigger, which Citus permits with this setting only.
  "set local citus.enable_unsafe_triggers = on",
];

export async function tableFilesOf(sql: Sql): Promise<TableFiles> {
  const isOnCluster = await isDistributionBegun(sql);
  return {
    async ask(table, questionOf) {
      const own = `select true as success, (${questionOf(`'${table}'`)})::text as answer`;
      const found = (await sql.query<Row>(own)).rows;
      if (isOnCluster) {
        const question = `select (${questionOf("%1$L")})::text`;
        found.push(...(await sql.query<Row>(OF_SHARDS, [table, question])).rows);
      }
      return found.map(answerOf);
    },
    beforeChange: isOnCluster ? ON_CLUSTER : [],
  };
}

// Not a row for a table that lies on the coordinator only.
const OF_SHARDS = `
  select success, result as answer
  from pg_dist_partition cross join lateral run_command_on_shards(logicalrelid, $2)
  where logicalrelid = $1::regclass`;

const CONNECTION_FAILURE = "08006";

function answerOf(row: Row): string {
  if (flag(row, "success")) return text(row, "answer");
  const error = new Error(`a server of the cluster gave no answer: ${text(row, "answer")}`);
  throw Object.assign(error, { code: CONNECTION_FAILURE });
}
