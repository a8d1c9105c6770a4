import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "./package-root.ts";

const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));

/** The version of the package that is running. */
export const version = String(Reflect.get(Object(manifest), "version"));
