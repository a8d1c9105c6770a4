/** The part of `fetch` that the client uses. */
export type Fetch = (address: string, request: FetchRequest) => Promise<FetchResponse>;

export type FetchRequest = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: "error";
  readonly signal: AbortSignal;
};

export type FetchResponse = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
};

/** A timeout; `clear` stops its timer. */
export type Deadline = { readonly signal: AbortSignal; clear(): void };

/** The runtime's functions, which exist in Node, Deno, Bun, workers and browsers. */
export type Platform = {
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  newKey(): string;
  deadline(ms: number): Deadline;
  /** Resolves after `ms`, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
};

export const systemPlatform: Platform = {
  // `fetch` is looked up at each call, because a test or a tracer may replace it later.
  fetch: (address, request) => fetch(address, request),
  now: () => Date.now(),
  random: () => Math.random(),
  newKey: () => crypto.randomUUID(),

  deadline(ms) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), ms);
    return { signal: controller.signal, clear: () => clearTimeout(timer) };
  },

  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener("abort", end);
    }),
};
