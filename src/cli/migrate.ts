import { defineCommand } from "./command.ts";
import { grantsFor, grantToService } from "../edge/store/installation/service-grants.ts";
import {
  migrateAll,
  pendingFiles,
  type ServiceDatabase,
} from "../edge/store/installation/service-database.ts";
import { EXIT } from "../service/exit-code.ts";
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
    json,
  },
  run: ({ args }) =>
    endWell(async () => {
      const { check = false, grants, "service-role": role } = args;
      if ([check, grants !== undefined, role !== undefined].filter(Boolean).length > 1) {
        throw new UsageError("--check, --grants and --service-role exclude one another");
      }
      if (grants !== undefined) printFile(grantsFor(grants), args.json);
      else if (check) await listPending(args.json);
      else await withDatabase((database) => migrateNow(database, role, args.json), MAY_BE_NEW);
    }),
});

async function listPending(asJson: boolean): Promise<void> {
  const files = await withDatabase(({ address }) => pendingFiles(address));
  const text = files.length === 0 ? "the schema is of this release" : files.join("\n");
  print({ json: { pending: files }, text }, asJson);
  if (files.length > 0) process.exitCode = EXIT.refused;
}

async function migrateNow(
  database: ServiceDatabase,
  role: string | undefined,
  asJson: boolean,
): Promise<void> {
  const files = await migrateAll(database);
  const { address } = database;
  const partitions = await rollPartitions(address);
  if (role !== undefined) await grantToService(address, role);
  const lines = [
    ...files.map((file) => `ran ${file}`),
    ...partitions.map((partition) => `made the partition ${partition}`),
    ...(role === undefined ? [] : [`granted the tables to ${role}`]),
    "the schema is of this release",
  ];
  const text = lines.join("\n");
  print({ json: { migrations: files, partitions, granted_to: role ?? null }, text }, asJson);
}
