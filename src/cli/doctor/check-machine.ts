import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage } from "../../kernel/thrown.ts";
import type { Config } from "../../config/config.ts";
import { failed, ok, warning, type Check } from "./check.ts";

const OTHERS = 0o077;
const GIB = 1_024 ** 3;
/** The free space, in GiB, below which the check warns and fails: a busy day may fill the disk. */
const SPACE_WARNING_GIB = 5;
const SPACE_FAILURE_GIB = 1;
/** Files with the secrets of the database, the stored cards or the demo shop. */
const SECRET_FILE = /\.json$|^listen-secret$/;

/** Checks the data directory. */
export async function checkMachine({ dataDir }: Config): Promise<readonly Check[]> {
  const folder = await stat(dataDir).catch(() => undefined);
  if (folder === undefined) {
    return [warning("data folder", `${dataDir} is not there`, "The first start makes it.")];
  }
  const isOpen = (folder.mode & OTHERS) !== 0;
  const checks: Check[] = [
    isOpen
      ? failed("data folder", `${dataDir} is open to others`, `chmod 700 ${dataDir}`)
      : ok("data folder", dataDir),
    await checkSpace(dataDir),
  ];
  if (process.platform !== "win32") checks.push(await checkSecrets(dataDir));
  return checks;
}

async function checkSpace(dataDir: string): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const free = (bavail * bsize) / GIB;
    const detail = `${free.toFixed(1)} GiB are free`;
    if (free >= SPACE_WARNING_GIB) return ok("disk", detail);
    const advice = `Make room on the disk of ${dataDir}: without any, no payment can be taken.`;
    return free < SPACE_FAILURE_GIB
      ? failed("disk", detail, advice)
      : warning("disk", detail, advice);
  } catch (error) {
    return warning("disk", errorMessage(error), `Look at the disk of ${dataDir}.`);
  }
}

async function checkSecrets(dataDir: string): Promise<Check> {
  const files = (await readdir(dataDir)).filter((name) => SECRET_FILE.test(name));
  const modes = await Promise.all(
    files.map(async (name) => ({ name, mode: (await stat(join(dataDir, name))).mode })),
  );
  const open = modes.filter(({ mode }) => (mode & OTHERS) !== 0).map(({ name }) => name);
  if (open.length === 0) return ok("secret files", `${files.length}, readable by their owner only`);
  const paths = open.map((name) => join(dataDir, name)).join(" ");
  return failed("secret files", `${open.join(", ")} may be read by others`, `chmod 600 ${paths}`);
}
