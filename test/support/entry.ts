import { join } from "node:path";

/** The built program that `npx vezne` runs. */
export const ENTRY = join(import.meta.dirname, "../../dist/program/main.js");
