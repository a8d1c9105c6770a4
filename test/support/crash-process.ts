import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const CHILD = join(import.meta.dirname, "../fault/crash-child.mjs");
const PATIENCE_MS = 60_000;

/** The moments of a call at which a process may die. */
export const MOMENTS = ["before", "sent", "answered"] as const;
export type Moment = (typeof MOMENTS)[number];
/** A call to the database or to a bank, by its place in the operation from 1. */
export type Place = { readonly call: number; readonly moment: Moment };

export type HttpRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
};
export type JobName =
  | "recovery"
  | "transfers"
  | "statement"
  | "assignment"
  | "events"
  | "deliveries";
/** The work during which a process dies: a request, or a background job. */
export type Work =
  | { readonly request: HttpRequest }
  | { readonly job: { readonly name: JobName; readonly argument?: string } };

export type SentAnswer = {
  readonly status: number;
  readonly text: string;
  readonly location?: string;
};
/** `stopped` at its place; `done` if the operation ended before it. */
export type Ended =
  | { readonly kind: "stopped" }
  | { readonly kind: "done"; readonly calls: readonly string[]; readonly answer?: SentAnswer };

type Message = { readonly number?: number; readonly kind: string; readonly error?: string };

/** A process with services that each stop at one of their calls, until it is killed. */
export class CrashProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #ready: Promise<unknown>;
  #orders = 0;

  constructor(parts: object) {
    this.#child = fork(CHILD, [JSON.stringify(parts)], { execArgv: [], stdio: "inherit" });
    this.#ready = once(this.#child, "message");
    this.#child.on("message", (message: Message) =>
      this.#waiting.get(message.number ?? 0)?.(message),
    );
  }

  async run(work: Work, at: Place | undefined): Promise<Ended> {
    await this.#ready;
    this.#orders += 1;
    const number = this.#orders;
    const message = await new Promise<Message>((resolve, reject) => {
      const late = (): void => reject(new Error(`no end of ${JSON.stringify({ work, at })}`));
      const timer = setTimeout(late, PATIENCE_MS);
      this.#waiting.set(number, (ended) => {
        clearTimeout(timer);
        resolve(ended);
      });
      this.#child.send({ ...work, number, at });
    });
    if (message.kind === "failed") throw new Error(message.error);
    return message as Ended;
  }

  /** Sends SIGKILL, which cuts the sockets. */
  async kill(): Promise<void> {
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }
}
