import { defineCommand } from "./kit/command.ts";
import { writeBackup } from "../database/backup/write-backup.ts";
import { restoreBackup } from "../database/backup/restore-backup.ts";
import { verifyBackup } from "../database/backup/verify-backup.ts";
import type { Manifest } from "../database/backup/manifest.ts";
import { systemClock } from "../system/clock.ts";
import { createSystemRandom } from "../system/random.ts";
import { version } from "../system/version.ts";
import { placeAfterRestore } from "../store/event/event-placer.ts";
import { json } from "./kit/arguments.ts";
import { endWell } from "./kit/command-end.ts";
import { facts, print } from "./kit/output.ts";
import { progress } from "./kit/progress.ts";
import { MAY_BE_NEW, withDatabase } from "./kit/with-installation.ts";

export const backupCommand = defineCommand({
  meta: {
    name: "backup",
    description: "Write the whole database into a folder, while the service runs",
  },
  args: {
    folder: { type: "positional", required: true, description: "A new or empty folder" },
    json,
  },
  run: ({ args }) =>
    endWell(() =>
      withDatabase(async ({ address }) => {
        const bar = progress("tables");
        try {
          const manifest = await writeBackup(args.folder, {
            database: address,
            clock: systemClock,
            version,
            onTable: (_entry, of) => bar.step(1, of),
          });
          bar.stop();
          report(manifest, { folder: args.folder, done: "written" }, args.json);
        } finally {
          bar.stop();
        }
      }),
    ),
});

export const restoreCommand = defineCommand({
  meta: { name: "restore", description: "Fill an empty database from a backup" },
  args: {
    folder: {
      type: "positional",
      required: true,
      description: "A folder that `vezne backup` wrote",
    },
    verify: {
      type: "boolean",
      default: false,
      description: "Only restore it into a temporary database, as a proof",
    },
    json,
  },
  run: ({ args }) =>
    endWell(() =>
      withDatabase(async ({ address, embedded }) => {
        const bar = progress("tables");
        const common = {
          clock: systemClock,
          placeAfterRestore,
          onTable: (_entry: unknown, of: number) => bar.step(1, of),
        };
        try {
          const manifest = args.verify
            ? await verifyBackup(args.folder, {
                ...common,
                random: createSystemRandom(),
                server: embedded?.ownerConnection ?? address,
              })
            : await restoreBackup(args.folder, { ...common, database: address });
          bar.stop();
          const done = args.verify ? "verified" : "restored";
          report(manifest, { folder: args.folder, done }, args.json);
        } finally {
          bar.stop();
        }
      }, MAY_BE_NEW),
    ),
});

type Outcome = {
  readonly folder: string;
  readonly done: "written" | "restored" | "verified";
};

function report(manifest: Manifest, { folder, done }: Outcome, asJson: boolean): void {
  const { tables, figures, created_at } = manifest;
  const sum = (of: "rows" | "bytes"): number => tables.reduce((all, one) => all + one[of], 0);
  const document = {
    [done]: true,
    folder,
    created_at,
    tables: tables.length,
    rows: sum("rows"),
    bytes: sum("bytes"),
    figures,
  };
  const lines = [
    [done, folder],
    ["of", created_at],
    ["tables", String(tables.length)],
    ["rows", String(sum("rows"))],
    ...Object.entries(figures),
  ] as const;
  print({ json: document, text: facts(lines) }, asJson);
}
