import cluster from "node:cluster";
import { hostname } from "node:os";
import type { Config } from "../config/config.ts";
import { createLogger, type LoggedProcess, type Logger } from "../system/logger.ts";
import { steadyTime } from "./tracing/steady-time.ts";
import type { Tracer } from "./tracing/tracer.ts";
import type { Clock } from "../kernel/clock.ts";
import { visibleText } from "../kernel/text.ts";
import { version } from "../system/version.ts";

/** The parts that one process of the service has from its begin to its end. */
export type Program = {
  readonly config: Config;
  readonly logger: Logger;
  /** Undefined while traces are off. */
  readonly tracer: Tracer | undefined;
};

export async function openProgram(config: Config, clock: Clock): Promise<Program> {
  const process = processOf(config);
  const tracer = await openTracer(config, {
    process,
    clock,
    warn: (sentence, facts) => logger.warn(facts, sentence),
  });
  const fields = tracer && (() => placeOf(tracer));
  const logger = createLogger(config.logLevel, undefined, { ...process, fields });
  return { config, logger, tracer };
}

/** The fields of each log line; a worker adds its number to the name of the instance. */
function processOf({ instance }: Config): LoggedProcess {
  const suffix = cluster.worker === undefined ? "" : `/${cluster.worker.id}`;
  return { service: "vezne", version, instance: `${instance}${suffix}` };
}

type TracerParts = {
  readonly process: LoggedProcess;
  readonly clock: Clock;
  readonly warn: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/** Opens the tracer of a process; while traces are off, the library is not even loaded. */
export async function openTracer(
  { traces }: Pick<Config, "traces">,
  { process, clock, warn }: TracerParts,
): Promise<Tracer | undefined> {
  if (traces === undefined) return undefined;
  const { openTelemetry } = await import("./tracing/open-telemetry.ts");
  return openTelemetry({
    settings: traces,
    process,
    now: steadyTime(clock, () => performance.now()),
    onExportFailed: (reason) => warn("spans can't be exported; payments go on", { reason }),
  });
}

/** The fields of a log line that is written for a traced request or job. */
function placeOf(tracer: Tracer): Readonly<Record<string, string>> {
  const span = tracer.active();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** Reports why the service could not start: a JSON line in production, else a sentence. */
export function reportFailure(
  environment: Readonly<Record<string, string | undefined>>,
  sentence: string,
): void {
  if (environment["VEZNE_ENVIRONMENT"]?.trim() !== "production") {
    process.stderr.write(`vezne: ${visibleText(sentence)}\n`);
    return;
  }
  const of = { service: "vezne", version, instance: hostname() };
  createLogger("info", process.stderr, of).fatal(sentence);
}
