import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A message of `test/fault/embedded-child.ts`. */
export type ChildMessage = Readonly<Record<string, unknown>>;

export type ServiceProcess = {
  readonly pid: number;
  /** Waits for the next message that it prints. */
  next(): Promise<ChildMessage>;
  send(command: "claim" | "restart" | "stop"): void;
  /** Kills it and waits until it is gone. */
  kill(): Promise<void>;
  /** Ends it in order, unless it has ended already. */
  stop(): Promise<void>;
};

/** Runs the program on a data directory, optionally as another user. */
export function startServiceProcess(
  script: string,
  dataDir: string,
  identity: { uid?: number; gid?: number } = {},
): ServiceProcess {
  const child = spawn(process.execPath, [script, dataDir], {
    ...identity,
    cwd: "/",
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.stdin.on("error", () => {});
  return {
    pid: child.pid ?? 0,
    async next() {
      const line: IteratorResult<string, unknown> = await lines.next();
      if (line.done === true) throw new Error("The process ended without a further message.");
      return JSON.parse(line.value) as ChildMessage;
    },
    send: (command) => void child.stdin.write(`${command}\n`),
    async kill() {
      child.kill("SIGKILL");
      await exit;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.stdin.end("stop\n");
      await exit;
    },
  };
}
