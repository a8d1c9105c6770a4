import { defineCommand } from "./command.ts";
import { refuseSharedConnections } from "../edge/store/installation/database-fitness.ts";
import { distributeTables } from "../edge/store/installation/distribute-tables.ts";
import { grantsFor, grantToService } from "../edge/store/installation/service-grants.ts";
import {
  migrateAll,
  pendingFiles,
  type ServiceDatabase,
} from "../edge/store/installation/service-database.ts";
import { EXIT } from "../service/exit-code.ts";
import { NOT_DISTRIBUTED } from "../service/not-distributed.ts";
import { rollPartitions } from "../service/partitions.ts";
import { json } from "./arguments.ts";
import { endWell } from "./command-end.ts";
import { print, printFile } from "./output.ts";
import { UsageError } from "./usage-error.ts";
import { MAY_BE_NEW, withDatabase } from "./with-installation.ts";

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
      const shards = shardsOf(args);
      if ([check, grants !== undefined, role !== undefined].filter(Boolean).length > 1) {
        throw new UsageError("--check, --grants and --service-role exclude one another");
      }
      if (grants !== undefined) printFile(grantsFor(grants), args.json);
      else if (check) await listPending(args.json);
      else {
        const steps = { role, shards, asJson: args.json };
        await withDatabase((database) => migrateNow(database, steps), MAY_BE_NEW);
      }
    }),
});

async function listPending(asJson: boolean): Promise<void> {
  const files = await withDatabase(({ address }) => pendingFiles(address));
  const text = files.length === 0 ? "the schema is of this release" : files.join("\n");
  print({ json: { pending: files }, text }, asJson);
  if (files.length > 0) process.exitCode = EXIT.refused;
}

const DISTRIBUTED = [
  "the tables are distributed; these parts of the service don't work there yet:",
  ...NOT_DISTRIBUTED.map(({ what }) => `- ${what}`),
];

type Steps = {
  readonly role: string | undefined;
  /** The number of shard groups, if the tables are to be distributed. */
  readonly shards: number | undefined;
  readonly asJson: boolean;
};

async function migrateNow(
  database: ServiceDatabase,
  { role, shards, asJson }: Steps,
): Promise<void> {
  const { address, embedded } = database;
  if (embedded === undefined) await refuseSharedConnections(address);
  const files = await migrateAll(database);
  const partitions = await rollPartitions(address);
  const distributed = shards === undefined ? [] : await distributeTables(address, shards);
  if (role !== undefined) await grantToService(address, role);
  const lines = [
    ...files.map((file) => `ran ${file}`),
    ...partitions.map((partition) => `made the partition ${partition}`),
    ...distributed,
    ...(shards === undefined ? [] : DISTRIBUTED),
    ...(role === undefined ? [] : [`granted the tables to ${role}`]),
    "the schema is of this release",
  ];
  const text = lines.join("\n");
  const report = { migrations: files, partitions, distributed, granted_to: role ?? null };
  print({ json: report, text }, asJson);
}

/** More groups can be moved one by one, but each costs the jobs a round of its own. */
const SHARDS = { usual: 8, most: 128 } as const;

function shardsOf(args: {
  readonly distributed?: boolean | undefined;
  readonly shards?: string | undefined;
}): number | undefined {
  if (args.distributed !== true) {
    if (args.shards !== undefined) throw new UsageError("--shards goes with --distributed");
    return undefined;
  }
  const shards = Number(args.shards ?? SHARDS.usual);
  if (Number.isInteger(shards) && shards >= 1 && shards <= SHARDS.most) return shards;
  throw new UsageError(`--shards must be a number from 1 to ${SHARDS.most}, not ${args.shards}`);
}
