import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { instant } from "../kernel/clock.ts";
import { PAUSES_MS, type FailedItem, type ItemKey } from "../domain/job/failed-item.ts";
import type { FailedItems, Failure } from "../domain/job/ports.ts";
import { createSystemRandom } from "../system/random.ts";
import { SeenFiles } from "./seen-files.ts";
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
const ODD: FileImport = { ...NOTHING, lines: 1, refused: ["NO2 1/1: not_balanced"] };

class FileFault extends Error {}

type During = (content: string) => Promise<void>;

describe("the folder of statements", () => {
  let folder = "";
  let now = 0;
  let imported: string[] = [];
  let items = new Map<string, FailedItem>();
  let warnings: string[] = [];
  let notes: unknown[] = [];
  let seen: SeenFiles;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "vezne-statements-"));
    [now, imported, items, warnings, notes] = [0, [], new Map(), [], []];
    seen = new SeenFiles(() => now);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (path: string, content: string): Promise<void> =>
    writeFile(join(folder, path), content);
  const filesIn = async (part: string): Promise<readonly string[]> =>
    (await readdir(join(folder, part))).filter((name) => !name.startsWith(".")).toSorted();
  const failedItems = {
    of: async () => [...items.values()].map((item) => ({ item, content: undefined })),
    remove: async (keys: readonly ItemKey[]) => {
      for (const { itemId } of keys) items.delete(itemId);
    },
    add: async ({ key, error, now: at }: Failure) => {
      const tries = (items.get(key.itemId)?.tries ?? 0) + 1;
      const dueAt = instant(at + (PAUSES_MS[tries - 1] ?? 0));
      const item = { ...key, tries, error: String(error), firstAt: at, lastAt: at, dueAt };
      items.set(key.itemId, item);
      return item;
    },
  } as unknown as FailedItems;
  /** One round; `during` runs while a file is imported, and may throw. */
  const round = (during: During = () => Promise.resolve(), by = seen): Promise<void> =>
    importFolder({
      folder,
      seen: by,
      random: createSystemRandom(),
      clock: { now: () => instant(now) },
      failedItems,
      importBytes: async (bytes) => {
        const content = new TextDecoder().decode(bytes);
        imported.push(content);
        if (content.includes("half")) throw new FileFault("the statement ends too early");
        await during(content);
        return content.includes("odd") ? ODD : NOTHING;
      },
      isFileFault: (error) => error instanceof FileFault,
      isPassing: () => false,
      note: (_sentence, facts) => void notes.push(facts),
      report: (sentence) => void warnings.push(sentence),
    });
  /** Rounds at the job's interval, until a file that lies there has been imported. */
  async function rounds(count = 2, during?: During): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      await round(during);
      now += 2_000;
    }
  }

  it("imports a file that arrives under the name of the one that is being imported", async () => {
    await write("ekstre.xml", "morning");
    await rounds(2, async (content) => {
      if (content === "morning") await write("ekstre.xml", "evening");
    });
    expect(imported).toEqual(["morning"]);
    await rounds();
    expect(imported).toEqual(["morning", "evening"]);
    expect(await filesIn("working")).toEqual([]);
  });

  it("imports a new file although another process has imported the one before", async () => {
    const other = new SeenFiles(() => now);
    await write("ekstre.xml", "morning");
    await round();
    await round(undefined, other);
    now += 2_000;
    await round(async () => {
      if (imported.length > 1) return;
      await round(undefined, other);
      now += 2_000;
      await round(undefined, other);
      await write("ekstre.xml", "evening");
    });
    await rounds(3);
    expect(imported).toEqual(["morning", "morning", "evening"]);
    expect(await filesIn("done")).toEqual(["ekstre.2.xml", "ekstre.xml"]);
  });

  it("leaves a file that still changes to its sender, and then imports it once", async () => {
    for (const content of ["a", "a b", "a b c"]) {
      await write("ekstre.xml", content);
      await round();
      now += 1_900;
    }
    expect(imported).toEqual([]);
    await rounds();
    expect(imported).toEqual(["a b c"]);
  });

  it.each([
    ["ahead, as in an archive of another zone", 3_600_000],
    ["of an earlier year", -300 * 86_400_000],
  ])("imports a file whose time is %s", async (_, offsetMs) => {
    await write("ekstre.xml", "statement");
    const at = new Date(Date.now() + offsetMs);
    await utimes(join(folder, "ekstre.xml"), at, at);
    await rounds();
    expect(imported).toEqual(["statement"]);
    expect(await filesIn("done")).toEqual(["ekstre.xml"]);
  });

  it("imports a file again that its sender goes on writing after the import", async () => {
    await write("ekstre.sta", "first");
    await rounds();
    expect(await filesIn("done")).toEqual(["ekstre.sta"]);
    await write("done/ekstre.sta", "first second");
    // A process that has not seen the first import finds it out, too.
    seen = new SeenFiles(() => now);
    await rounds();
    expect(imported).toEqual(["first", "first second"]);
    await rounds(10);
    expect(imported).toEqual(["first", "first second"]);
    expect(await filesIn("done")).toEqual(["ekstre.sta"]);
  });

  it("shows a refused file as a failed item, and imports it once its sender completes it", async () => {
    await write("ekstre.sta", "half");
    await rounds(4);
    expect(await filesIn("refused")).toEqual(["ekstre.sta"]);
    expect(await readFile(join(folder, "refused/ekstre.sta"), "utf8")).toBe("half");
    expect([...items.keys()]).toEqual(["refused/ekstre.sta"]);
    expect(warnings).toEqual(["statement refused", "job item failed"]);
    await write("refused/ekstre.sta", "whole");
    now += 15 * 60_000;
    await rounds(3);
    expect(imported.at(-1)).toBe("whole");
    expect([await filesIn("refused"), await filesIn("done")]).toEqual([[], ["ekstre.sta"]]);
    expect([...items.keys()]).toEqual([]);
  });

  it("shows a file of which a statement was refused, with what was imported of it", async () => {
    await write("ekstre.sta", "one odd statement");
    await rounds(4);
    expect([await filesIn("refused"), await filesIn("done")]).toEqual([["ekstre.sta"], []]);
    expect(notes[0]).toMatchObject({ lines: 1, statements_refused: ODD.refused });
    expect(warnings).toEqual(["statement refused", "job item failed"]);
    expect([...items.values()].map(({ error }) => error).join()).toContain("NO2 1/1: not_balanced");
    await write("refused/ekstre.sta", "corrected");
    now += 15 * 60_000;
    await rounds(3);
    expect([await filesIn("refused"), await filesIn("done")]).toEqual([[], ["ekstre.sta"]]);
    expect([...items.keys()]).toEqual([]);
  });

  it("sets a refused file aside for a person, and forgets it once it is moved away", async () => {
    await write("ekstre.sta", "half");
    for (let hour = 0; hour < 6; hour += 1) {
      await rounds(4);
      now += 3_600_000;
    }
    expect(warnings.at(-1)).toBe("job item set aside after repeated failures");
    await rename(join(folder, "refused/ekstre.sta"), join(folder, ".given-up"));
    await rounds();
    expect([...items.keys()]).toEqual([]);
  });

  it("keeps the files of the same name that a bank sends each day", async () => {
    for (const day of ["monday", "tuesday", "wednesday"]) {
      await write("ekstre.xml", day);
      await rounds();
    }
    expect(await filesIn("done")).toEqual(["ekstre.2.xml", "ekstre.3.xml", "ekstre.xml"]);
    expect(await readFile(join(folder, "done/ekstre.xml"), "utf8")).toBe("monday");
  });

  it("imports the files of a process that has ended, beside a new one of the same name", async () => {
    await write("ekstre.xml", "morning");
    await rounds(2, () => Promise.reject(new Error("the process ended")));
    expect([...items.values()].map(({ error }) => error)).toEqual(["Error: the process ended"]);
    await write("ekstre.xml", "evening");
    now += 60_000;
    await rounds(3);
    expect(imported.toSorted()).toEqual(["evening", "morning", "morning"]);
    expect(await filesIn("done")).toEqual(["ekstre.2.xml", "ekstre.xml"]);
  });
});
