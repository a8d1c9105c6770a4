import type { LookupAddress } from "node:dns";
import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";

type Names = ReadonlyMap<string, readonly LookupAddress[]>;

/** The host names of a file such as `/etc/hosts`. */
export type HostNames = { find(name: string): Promise<readonly LookupAddress[] | undefined> };

/** Reads the file again after each change; without a file there are no names. */
export function createHostNames(file: string): HostNames {
  let readAt: number | undefined;
  let names: Names = new Map();
  return {
    async find(name) {
      try {
        const { mtimeMs } = await stat(file);
        if (mtimeMs !== readAt) {
          names = parseHosts(await readFile(file, "utf8"));
          readAt = mtimeMs;
        }
      } catch {
        names = new Map();
        readAt = undefined;
      }
      return names.get(name);
    },
  };
}

function parseHosts(text: string): Names {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split("\n")) {
    const [plain = ""] = line.split("#", 1);
    const [address = "", ...called] = plain.trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of called.map((one) => one.toLowerCase())) {
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
    }
  }
  return names;
}
