import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode } from "./refusal.ts";

/** The address of the server for clients: the directory of a socket, or a loopback address. */
export type Endpoint = { readonly host: string; readonly port: number };

/** The content of `postmaster.pid`, checked against the process that it names. */
export type PostmasterState =
  | { readonly kind: "absent" }
  | { readonly kind: "stale"; readonly endpoint: Endpoint | undefined }
  | {
      readonly kind: "running";
      readonly pid: number;
      readonly phase: "starting" | "ready" | "stopping";
      readonly endpoint: Endpoint | undefined;
    };

/**
 * A custom setting that PostgreSQL ignores. It puts the path of the data directory into the
 * postmaster's command line, by which `isPostmasterOf` recognises the process; the `-D` argument
 * may be `/proc/self/cwd` and name no path.
 */
export const MARKER = "vezne.data_directory";

const FILE = "postmaster.pid";
export const SOCKET_PORT = 5432;
const SOCKET_LOCK = `.s.PGSQL.${SOCKET_PORT}.lock`;

export async function postmasterState(directory: string): Promise<PostmasterState> {
  const lines = await readLines(directory);
  if (!lines) return { kind: "absent" };
  const pid = Number.parseInt(lines[0] ?? "", 10);
  const endpoint = endpointOf(directory, lines);
  if (!(await isPostmasterOf(directory, pid))) return { kind: "stale", endpoint };
  return { kind: "running", pid, phase: phaseOf(lines[7]?.trim()), endpoint };
}

async function readLines(directory: string): Promise<string[] | undefined> {
  try {
    return (await readFile(join(directory, FILE), "utf8")).split("\n");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function phaseOf(status: string | undefined): "starting" | "ready" | "stopping" {
  if (status === "ready") return "ready";
  return status === "stopping" ? "stopping" : "starting";
}

function endpointOf(directory: string, lines: readonly string[]): Endpoint | undefined {
  const port = Number.parseInt(lines[3] ?? "", 10);
  const socketFolder = lines[4]?.trim() ?? "";
  const address = lines[5]?.trim() ?? "";
  if (!Number.isInteger(port)) return undefined;
  if (socketFolder !== "") return { host: socketFolder === "." ? directory : socketFolder, port };
  return address === "" ? undefined : { host: address, port };
}

/**
 * True if the process is a postmaster of this directory. The process number alone is no proof:
 * after a crash or a reboot another program may have the same number.
 */
export async function isPostmasterOf(directory: string, pid: number): Promise<boolean> {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return false;
  }
  if (process.platform === "linux") return isPostmasterOnLinux(directory, pid);
  if (process.platform === "win32") {
    return (await outputOf("tasklist", ["/NH", "/FI", `PID eq ${pid}`])).includes("postgres");
  }
  return (await outputOf("ps", ["-ww", "-o", "command=", "-p", `${pid}`])).includes(
    `${MARKER}=${directory}`,
  );
}

async function isPostmasterOnLinux(directory: string, pid: number): Promise<boolean> {
  try {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8");
    if (commandLine.split("\0").includes(`${MARKER}=${directory}`)) return true;
    const name = await readFile(`/proc/${pid}/comm`, "utf8");
    // The directory may have been renamed or mounted elsewhere since the start of that server.
    return name.trim() === "postgres" && (await worksIn(directory, pid));
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ESRCH" || code === "EACCES" || code === "EPERM")
      return false;
    throw error;
  }
}

export async function worksIn(directory: string, pid: number): Promise<boolean> {
  const [own, its] = await Promise.all([stat(directory), stat(`/proc/${pid}/cwd`)]);
  return own.dev === its.dev && own.ino === its.ino;
}

async function outputOf(program: string, args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, args)).stdout;
  } catch {
    return "";
  }
}

/**
 * Lets PostgreSQL start despite lock files of a server that has ended. PostgreSQL refuses to start
 * if a process with the number in the file is alive; that number may now belong to another program,
 * or to a zombie process. PostgreSQL treats the number of its own parent as stale, so this writes
 * our number into the file. The other lines stay, because PostgreSQL uses them to find orphaned
 * processes that are attached to the old shared memory.
 *
 * PostgreSQL creates a new lock file instead of changing an existing one. This function reads,
 * checks and writes through one open file, so it never changes the file of a server that starts
 * during the call.
 */
export async function disownStaleFiles(directory: string): Promise<void> {
  const lines = await readLines(directory);
  const socketFolder = lines ? (endpointOf(directory, lines)?.host ?? "") : directory;
  const files = [join(directory, FILE)];
  if (isAbsolute(socketFolder)) files.push(join(socketFolder, SOCKET_LOCK));
  for (const path of files) await disown(directory, path);
}

async function disown(directory: string, path: string): Promise<void> {
  let file;
  try {
    file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  try {
    let content = await file.readFile("utf8");
    if (content === "") {
      // The file was created a moment ago and is not written yet, or a full disk has left it empty.
      await sleep(100);
      content = await file.readFile("utf8");
    }
    const [first = "", ...rest] = content.split("\n");
    if (await isPostmasterOf(directory, Number.parseInt(first, 10))) return;
    const text = Buffer.from([`${process.pid}`, ...rest].join("\n"));
    await file.write(text, 0, text.length, 0);
    await file.truncate(text.length);
  } finally {
    await file.close();
  }
}
