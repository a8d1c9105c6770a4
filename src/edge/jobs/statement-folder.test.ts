import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import type { Failure } from "../../job/ports.ts";
import { createSystemRandom } from "../system/random.ts";
import { importFolder, type FileImport } from "./statement-folder.ts";

const NOTHING: FileImport = {
  lines: 0,
  matched: 0,
  unmatched: [],
  duplicates: 0,
  possibleCopies: [],
  putOff: 0,
  setAside: [],
  refused: [],
};
const OLD = new Date(0);

class FileFault extends Error {}

describe("the folder of statements", () => {
  let folder = "";
  let imported: string[] = [];
  let failures: string[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "vezne-statements-"));
    [imported, failures] = [[], []];
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = async (path: string, content: string): Promise<void> => {
    await writeFile(join(folder, path), content);
    await utimes(join(folder, path), OLD, OLD);
  };
  /** One round; `during` runs while a file is imported, and may throw. */
  const round = (during: (content: string) => Promise<void> = () => Promise.resolve()) =>
    importFolder(
      {
        folder,
        random: createSystemRandom(),
        clock: { now: () => instant(0) },
        failedItems: {
          of: () => Promise.resolve([]),
          remove: () => Promise.resolve(),
          add: ({ key, error }: Failure) => {
            failures.push(`${key.itemId.slice(9)}: ${String(error)}`);
            return Promise.reject(new Error("not counted"));
          },
        } as never,
        importBytes: async (bytes) => {
          const content = new TextDecoder().decode(bytes);
          imported.push(content);
          await during(content);
          return NOTHING;
        },
        isFileFault: (error) => error instanceof FileFault,
        isPassing: () => false,
        report: () => undefined,
      },
      Date.now(),
    );
  const filesIn = (part: string) => readdir(join(folder, part));

  it("imports a file that arrives under the name of the one that is being imported", async () => {
    await write("ekstre.xml", "morning");
    await round(async (content) => {
      if (content === "morning") await write("ekstre.xml", "evening");
    });
    expect(imported).toEqual(["morning"]);
    await round();
    expect(imported).toEqual(["morning", "evening"]);
    expect(await filesIn("working")).toEqual([]);
  });

  it("imports a new file although another process has imported the one before", async () => {
    await write("ekstre.xml", "morning");
    await round(async (content) => {
      if (content !== "morning" || imported.length > 1) return;
      await round();
      await write("ekstre.xml", "evening");
    });
    await round();
    expect(imported).toEqual(["morning", "morning", "evening"]);
  });

  it("imports a file again that its sender went on writing", async () => {
    await write("ekstre.xml", "half");
    await round(async () => {
      const [claimed = ""] = await filesIn("working");
      await write(join("working", claimed), "half and the rest");
      throw new FileFault("the statement ends too early");
    });
    expect(await filesIn("refused")).toEqual([]);
    await round();
    expect(imported).toEqual(["half", "half and the rest"]);
    expect(await filesIn("done")).toEqual(["ekstre.xml"]);
  });

  it("leaves a file that has just changed to its sender", async () => {
    await writeFile(join(folder, "ekstre.xml"), "half");
    await round();
    expect(imported).toEqual([]);
    expect((await stat(join(folder, "ekstre.xml"))).size).toBe(4);
  });

  it("imports the files of a process that has ended, beside a new one of the same name", async () => {
    await write("ekstre.xml", "morning");
    await round(() => Promise.reject(new Error("the process ended")));
    expect(failures).toEqual(["ekstre.xml: Error: the process ended"]);
    await write("ekstre.xml", "evening");
    await round();
    expect(imported.toSorted()).toEqual(["evening", "morning", "morning"]);
    expect(await filesIn("done")).toEqual(["ekstre.xml"]);
  });

  it("moves a faulty file to those that are refused", async () => {
    await write("ekstre.xml", "faulty");
    await round(() => Promise.reject(new FileFault("no statement")));
    expect(await filesIn("refused")).toEqual(["ekstre.xml"]);
    expect(await readFile(join(folder, "refused", "ekstre.xml"), "utf8")).toBe("faulty");
  });
});
