import { readFileSync } from "node:fs";
import { join } from "node:path";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as {
  readonly version: string;
};

/** The version of the package that is running. */
export const version = manifest.version;
