import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { disownStaleFiles, MARKER, postmasterState } from "./postmaster-file.ts";

let directory: string;
let stranger: ChildProcess;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "vezne-pid-"));
});
afterEach(async () => {
  stranger?.kill("SIGKILL");
  await rm(directory, { recursive: true });
});

/** Starts a process that lasts, and looks like a postmaster of the directory or another program. */
function runProcess(marker: string): number {
  stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 60_000)", marker], {
    stdio: "ignore",
  });
  return stranger.pid ?? 0;
}

async function writeFileOf(
  pid: number,
  lines: { socket?: string; address?: string; phase?: string },
) {
  const { socket = ".", address = "", phase = "ready" } = lines;
  const all = [pid, "/proc/self/cwd", 1_795_000_000, 5432, socket, address, "  5432001  32", phase];
  await writeFile(join(directory, "postmaster.pid"), `${all.join("\n")}   \n`);
}

describe("postmasterState", () => {
  it("is absent without a file", async () => {
    expect(await postmasterState(directory)).toEqual({ kind: "absent" });
  });

  it.each([
    ["a socket in the data directory", { socket: "." }, ""],
    ["a socket elsewhere", { socket: "/tmp/elsewhere" }, "/tmp/elsewhere"],
    ["a loopback port", { socket: "", address: "127.0.0.1" }, "127.0.0.1"],
  ])("for a running server includes %s", async (_, lines, host) => {
    const pid = runProcess(`${MARKER}=${directory}`);
    await writeFileOf(pid, lines);
    await vi.waitFor(
      async () =>
        expect(await postmasterState(directory)).toEqual({
          kind: "running",
          pid,
          phase: "ready",
          endpoint: { host: host === "" ? directory : host, port: 5432 },
        }),
      { timeout: 40_000 },
    );
  });

  it.each(["starting", "stopping"])("is running and %s", async (phase) => {
    const pid = runProcess(`${MARKER}=${directory}`);
    await writeFileOf(pid, { phase });
    await vi.waitFor(
      async () =>
        expect(await postmasterState(directory)).toMatchObject({ kind: "running", phase }),
      { timeout: 40_000 },
    );
  });

  it("is stale if another program has the process number now", async () => {
    await writeFileOf(runProcess("something=else"), {});
    expect(await postmasterState(directory)).toMatchObject({ kind: "stale" });
  });

  it("is stale if the server works on another directory", async () => {
    await writeFileOf(runProcess(`${MARKER}=${directory}-other`), {});
    expect(await postmasterState(directory)).toMatchObject({ kind: "stale" });
  });

  it.each(["", "rubbish\n", "-1\n", "0\n"])("is stale for the content %j", async (content) => {
    await writeFile(join(directory, "postmaster.pid"), content);
    expect(await postmasterState(directory)).toMatchObject({ kind: "stale" });
  });
});

describe("disownStaleFiles", () => {
  it("writes its own process number into both lock files and keeps the rest", async () => {
    await writeFileOf(runProcess("something=else"), {});
    const before = await readFile(join(directory, "postmaster.pid"), "utf8");
    await writeFile(join(directory, ".s.PGSQL.5432.lock"), "1234567\n/data\n");
    await disownStaleFiles(directory);
    expect(await readFile(join(directory, "postmaster.pid"), "utf8")).toBe(
      before.replace(/^\d+/, String(process.pid)),
    );
    expect(await readFile(join(directory, ".s.PGSQL.5432.lock"), "utf8")).toBe(
      `${process.pid}\n/data\n`,
    );
  });

  it("does not change the files of a running server", async () => {
    await writeFileOf(runProcess(`${MARKER}=${directory}`), {});
    await vi.waitFor(
      async () => expect(await postmasterState(directory)).toMatchObject({ kind: "running" }),
      { timeout: 40_000 },
    );
    const before = await readFile(join(directory, "postmaster.pid"), "utf8");
    await disownStaleFiles(directory);
    expect(await readFile(join(directory, "postmaster.pid"), "utf8")).toBe(before);
  });
});
