import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { facts, print, printError, printFile } from "./output.ts";
import { table } from "./table.ts";

/** Clears the screen, sets the title, is CSI of eight bits, deletes, and turns the direction. */
const HOSTILE = "\u001b[2J\u001b]0;x\u0007\u009b1m\u007f\r\u202eabc";
const ACTS =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function written(stream: "stdout" | "stderr", run: () => void): string {
  const pieces: string[] = [];
  const write = vi.spyOn(process[stream], "write").mockImplementation((piece) => {
    pieces.push(String(piece));
    return true;
  });
  run();
  write.mockRestore();
  return pieces.join("");
}

describe("the output of a command", () => {
  afterEach(() => vi.restoreAllMocks());

  it("shows control characters as escapes, in JSON too, where the text stays the same", () => {
    const report = { json: { name: HOSTILE }, text: facts([["name", HOSTILE]]) };
    const text = written("stdout", () => print(report, false));
    expect(text).not.toMatch(ACTS);
    expect(text).toContain(
      String.raw`name  \u001b[2J\u001b]0;x\u0007\u009b1m\u007f\u000d\u202eabc`,
    );
    const json = written("stdout", () => print(report, true));
    expect(json).not.toMatch(ACTS);
    expect(JSON.parse(json)).toEqual({ name: HOSTILE });
    expect(written("stderr", () => printError(HOSTILE))).not.toMatch(ACTS);
  });

  it("keeps a value in its line, so that it can't look like another result", () => {
    const value = "cus_1\nstatus  completed";
    expect(facts([["customer", value]]).split("\n")).toHaveLength(1);
    expect(table(["customer"], [[value]], "none").split("\n")).toHaveLength(2);
    expect(table(["customer"], [[HOSTILE]], "none")).not.toMatch(ACTS);
  });

  it("is a file as it is only where a file was asked for", () => {
    expect(written("stdout", () => printFile(HOSTILE, false))).toBe(HOSTILE);
    expect(JSON.parse(written("stdout", () => printFile(HOSTILE, true)))).toEqual({
      content: HOSTILE,
    });
  });

  it("goes through one module", () => {
    // Files, the echo of a typed credential, a bar of progress, and errors of the streams.
    const direct = [
      "acquirers/credentials-input.ts",
      "kit/output.ts",
      "kit/progress.ts",
      "main.ts",
    ];
    const root = join(import.meta.dirname, "..");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" });
    const writing = files.filter(
      (file) =>
        /(?<!\.test)\.ts$/.test(file) &&
        /std(?:out|err)\.write|console\./.test(readFileSync(join(root, file), "utf8")),
    );
    expect(writing.toSorted()).toEqual(direct);
  });
});
