import { defineCommand } from "./kit/command.ts";
import { refuseSharedConnections } from "../database/installation/database-fitness.ts";
import { distributeTables } from "../database/installation/distribute-tables.ts";
import { grantsFor, grantToService } from "../database/installation/service-grants.ts";
import {
  migrateAll,
  pendingFiles,
  type ServiceDatabase,
} from "../database/installation/service-database.ts";
import { EXIT } from "../service/start/exit-code.ts";
import { rollPartitions } from "../service/jobs/partitions.ts";
import { json } from "./kit/arguments.ts";
import { endWell } from "./kit/command-end.ts";
import { print, printFile } from "./kit/output.ts";
import { UsageError } from "./kit/usage-error.ts";
import { MAY_BE_NEW, withDatabase } from "./kit/with-installation.ts";

export const migrateCommand = defineCommand({
  meta: {
    name: "migrate",
    description: "Bring the database's schema to this release, apart from a start of the service",
  },
  args: {
    check: { type: "boolean", description: "Only list the missing migrations; exit code 1 if any" },
    "service-role": {
      type: "string",
      description: "Then grant the tables to this role, as which the service connects",
    },
    grants: { type: "string", description: "Only print the grants for this role, as SQL" },
    distributed: {
      type: "boolean",
      description: "Then distribute the tables over the workers of a Citus cluster",
    },
    shards: {
      type: "string",
      description: "With --distributed: the number of shard groups (8 by default)",
    },
    json,
  },
  run: ({ args }) =>
    endWell(async () => {
      const { check = false, grants, "service-role": role } = args;
      const distribution = distributionOf(args);
      if ([check, grants !== undefined, role !== undefined].filter(Boolean).length > 1) {
        throw new UsageError("--check, --grants and --service-role exclude one another");
      }
      if (grants !== undefined) printFile(grantsFor(grants), args.json);
      else if (check) await listPending(args.json);
      else {
        const steps = { role, distribution, asJson: args.json };
        await withDatabase((database) => migrateNow(database, steps), MAY_BE_NEW);
      }
    }),
});

async function listPending(asJson: boolean): Promise<void> {
  const { files, later } = await withDatabase(({ address }) => pendingFiles(address));
  const text = files.length === 0 ? releaseOf(later) : files.join("\n");
  print({ json: { pending: files }, text }, asJson);
  if (files.length > 0) process.exitCode = EXIT.refused;
}

function releaseOf(later: readonly string[]): string {
  if (later.length === 0) return "the schema is of this release";
  return `the schema is of a later release, and this one can use it (${later.join(", ")})`;
}

type Steps = {
  readonly role: string | undefined;
  /** Given if the tables are to be distributed; the number of shard groups has a default. */
  readonly distribution: { readonly shards: number | undefined } | undefined;
  readonly asJson: boolean;
};

async function migrateNow(
  database: ServiceDatabase,
  { role, distribution, asJson }: Steps,
): Promise<void> {
  const { address, embedded } = database;
  if (embedded === undefined) await refuseSharedConnections(address);
  const { files, later } = await migrateAll(database);
  const distributed =
    distribution === undefined ? [] : await distributeTables(address, distribution.shards);
  // After an interrupted distribution was completed, because it changes the partitions' servers.
  const partitions = await rollPartitions(address);
  if (role !== undefined) await grantToService(address, role);
  const lines = [
    ...files.map((file) => `ran ${file}`),
    ...distributed,
    ...partitions.map((partition) => `made the partition ${partition}`),
    ...(role === undefined ? [] : [`granted the tables to ${role}`]),
    releaseOf(later),
  ];
  const text = lines.join("\n");
  const report = { migrations: files, partitions, distributed, granted_to: role ?? null };
  print({ json: report, text }, asJson);
}

const MOST_SHARDS = 128;

function distributionOf(args: {
  readonly distributed?: boolean | undefined;
  readonly shards?: string | undefined;
}): Steps["distribution"] {
  if (args.distributed !== true) {
    if (args.shards !== undefined) throw new UsageError("--shards goes with --distributed");
    return undefined;
  }
  if (args.shards === undefined) return { shards: undefined };
  const shards = Number(args.shards);
  if (Number.isInteger(shards) && shards >= 1 && shards <= MOST_SHARDS) return { shards };
  throw new UsageError(`--shards must be a number from 1 to ${MOST_SHARDS}, not ${args.shards}`);
}
