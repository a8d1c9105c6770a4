import { isWithin, SECOND, type Clock, type Instant } from "./clock.ts";
import { refused, type Result } from "./result.ts";

/** How long a failure is the answer of all callers, before the source is asked again. */
const FAILED_MS = 20 * SECOND;

/**
 * A value that another service is asked for: once for all callers that wait, and not again for a
 * while after it failed. So strangers who cause reads can't make them calls of that service.
 */
export class SharedRead<Value, Fault> {
  readonly #read: () => Promise<Result<Value, Fault>>;
  readonly #clock: Clock;
  #held: { readonly value: Value; readonly at: Instant } | undefined;
  #failed: { readonly fault: Fault; readonly at: Instant } | undefined;
  #running: Promise<Result<Value, Fault>> | undefined;

  constructor(read: () => Promise<Result<Value, Fault>>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** The value that was read last; undefined if it is older than `ms`. */
  youngerThan(ms: number): Value | undefined {
    const held = this.#held;
    return held !== undefined && isWithin(ms, held.at, this.#clock.now()) ? held.value : undefined;
  }

  /** Reads the value, or waits for the read that runs, or repeats a failure of late. */
  renew(): Promise<Result<Value, Fault>> {
    if (this.#running !== undefined) return this.#running;
    const failed = this.#failed;
    if (failed !== undefined && isWithin(FAILED_MS, failed.at, this.#clock.now())) {
      return Promise.resolve(refused(failed.fault));
    }
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<Result<Value, Fault>> {
    const answer = await this.#read();
    const at = this.#clock.now();
    if (answer.ok) this.#held = { value: answer.value, at };
    this.#failed = answer.ok ? undefined : { fault: answer.refusal, at };
    return answer;
  }
}
