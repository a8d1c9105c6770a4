import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseRecord } from "../kernel/json.ts";
import { sourcePosition, type SourceMap } from "./source-position.ts";

/** Frames that were read; errors that repeat have the same ones. */
const KNOWN_MAX = 1_000;
const ADDRESS = "file:";

/** The methods of a call site that a trace needs; the types of Node lack the last one. */
type Frame = Pick<NodeJS.CallSite, "getFileName" | "getLineNumber" | "getColumnNumber"> & {
  toString(): string;
};

/**
 * Makes stack traces of bundled code name the files and lines of its sources. The source map of a
 * file is read for the first trace that names the file. `--enable-source-maps` would read all of
 * them at each start, which takes a quarter of its time and 30 MB.
 */
export function nameSourcesInStacks(folder: string): void {
  const maps = new Map<string, SourceMap | undefined>();
  const known = new Map<string, string>();
  const mapOf = (file: string): SourceMap | undefined => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  const placeOf = (frame: Frame): string => {
    const shown = frame.toString();
    const before = known.get(shown);
    if (before !== undefined) return before;
    const address = frame.getFileName() ?? "";
    const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
    const file = address.startsWith(ADDRESS) ? fileURLToPath(address) : undefined;
    const map = file === undefined ? undefined : mapOf(file);
    const found = map && sourcePosition(map, { line, column });
    if (file === undefined || found === undefined) return shown;
    const source = relative(folder, resolve(dirname(file), found.source));
    const place = `${source}:${found.line}:${found.column}`;
    const named = shown.replace(`${address}:${line}:${column}`, () => place);
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(shown, named);
    return named;
  };
  Error.prepareStackTrace = (error, frames: readonly Frame[]) =>
    [titleOf(error), ...frames.map((frame) => `    at ${placeOf(frame)}`)].join("\n");
}

function titleOf(error: Error): string {
  try {
    return String(error);
  } catch {
    return "Error";
  }
}

/** Returns undefined for a file without a map, such as one of a package. */
function readMap(file: string): SourceMap | undefined {
  try {
    const { sources, mappings } = parseRecord(readFileSync(`${file}.map`, "utf8")) ?? {};
    return Array.isArray(sources) && typeof mappings === "string"
      ? { sources: sources.map(String), mappings }
      : undefined;
  } catch {
    return undefined;
  }
}
