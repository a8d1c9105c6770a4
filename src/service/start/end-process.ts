import { onFatalError, type FatalError } from "../../system/fatal-error.ts";
import type { Logger } from "../../system/logger.ts";
import { onStopSignal } from "../../system/stop-signal.ts";
import { EXIT } from "./exit-code.ts";

/**
 * The time that requests in flight get after a signal, in ms. Recovery later finds the outcomes of
 * payments whose requests did not finish.
 */
const DRAIN_MS = 30_000;
/** The process exits after this time at the latest; the embedded PostgreSQL stops within 20 s. */
const END_MS = DRAIN_MS + 25_000;
/** The time after an uncaught error, shorter because some requests may never finish. */
const FATAL_DRAIN_MS = 10_000;
const FATAL_END_MS = FATAL_DRAIN_MS + 25_000;
/** After this number of uncaught errors beside the first one, the process exits at once. */
const FURTHER_ERRORS = 10;

/** How a process stops. */
export type StopMode = {
  /** The longest time until everything is closed. */
  readonly drainMs: number;
  /** True if new requests are served until the load balancer has learnt of the stop. */
  readonly servesOn: boolean;
};

/** Waits for requests in flight and closes everything. */
type Shutdown = (mode: StopMode) => Promise<void>;

/**
 * After SIGTERM or SIGINT: serves on for `VEZNE_STOP_DELAY`, refuses new work, finishes the
 * requests in flight, exits with 0. After a second signal: exits at once.
 */
export function stopOnSignal(logger: Logger, stop: Shutdown): void {
  onStopSignal((signal, isAgain) => {
    if (isAgain) process.exit(EXIT.refused);
    logger.info({ signal }, "stopping");
    setTimeout(() => process.exit(0), END_MS).unref();
    stop({ drainMs: DRAIN_MS, servesOn: true }).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, "the stop was not clean");
        process.exit(EXIT.refused);
      },
    );
  });
}

export type FatalEnd = {
  readonly logger: Logger;
  /** Counts the error in a record that outlives the process. */
  readonly count: (fatal: FatalError) => void;
  readonly stop: Shutdown;
};

/**
 * The state that an uncaught error leaves behind is unknown. So the process takes no new work,
 * finishes the requests in flight as far as it can, and exits with a code of its own, by which a
 * supervisor starts it again.
 * The reasons are in docs/decisions/uncaught-errors.md.
 */
export function endOnFatalError({ logger, count, stop }: FatalEnd): void {
  let seen = 0;
  onFatalError((fatal) => {
    seen += 1;
    const { kind, error } = fatal;
    logger.fatal({ err: error, kind }, "uncaught error: this process ends");
    count(fatal);
    if (seen > FURTHER_ERRORS) end();
    if (seen > 1) return;
    setTimeout(end, FATAL_END_MS).unref();
    stop({ drainMs: FATAL_DRAIN_MS, servesOn: false }).then(end, end);
  });
}

function end(): never {
  process.exit(EXIT.defect);
}

/** Resolves once the work has ended, or after `ms` at the latest. */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
