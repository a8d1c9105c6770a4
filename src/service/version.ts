import { readFileSync } from "node:fs";
import { join } from "node:path";

const manifest: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
);

/** The version of the package that is running. */
export const version = String(Reflect.get(Object(manifest), "version"));
