import { ConfigError } from "./config-error.ts";
import { addressOf, integerOf, textOf, type Environment } from "./values.ts";
import { secretsOf, type Secret } from "../kernel/secret.ts";

/** Where traces go and which requests are traced, by the variables of OpenTelemetry. */
export type TraceSettings = {
  /** The address to which spans are posted. */
  readonly url: string;
  /** Headers of each export; their values may be credentials. */
  readonly headers: Readonly<Record<string, Secret>>;
  readonly timeoutMs: number;
  readonly isCompressed: boolean;
  readonly serviceName: string;
  readonly resourceAttributes: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
  /** True if `traceparent` is read from callers and sent to merchants' addresses. */
  readonly propagates: boolean;
  readonly queue: {
    /** The most spans that wait for their export; further ones are dropped. */
    readonly max: number;
    readonly batchMax: number;
    readonly delayMs: number;
  };
};

export type Sampler = {
  /** True if the caller's decision counts where the caller sends one. */
  readonly isParentBased: boolean;
  /** The part, from 0 to 1, of the other traces that is recorded. */
  readonly ratio: number;
};

const SAMPLERS: Readonly<Record<string, { readonly ratio: number | "argument" }>> = {
  always_on: { ratio: 1 },
  always_off: { ratio: 0 },
  traceidratio: { ratio: "argument" },
};
const PARENT_BASED = "parentbased_";

/**
 * Reads the settings of traces; undefined if no endpoint is set or traces are switched off. The
 * other variables are not looked at then, because they may be there for other programs.
 * @throws ConfigError that names the variable and the valid form, and repeats no header.
 */
export function readTraces(environment: Environment): TraceSettings | undefined {
  const url = urlOf(environment);
  if (url === undefined || isSwitchedOff(environment)) return undefined;
  refuseProtocol(environment);
  return {
    url,
    headers: headersOf(environment),
    timeoutMs: integerOf(environment, ofTraces(environment, "TIMEOUT"), TIMEOUT_MS),
    isCompressed: isCompressed(environment),
    serviceName: textOf(environment, "OTEL_SERVICE_NAME") ?? "vezne",
    resourceAttributes: pairsOf(environment, "OTEL_RESOURCE_ATTRIBUTES"),
    sampler: samplerOf(environment),
    propagates: propagates(environment),
    queue: queueOf(environment),
  };
}

const TIMEOUT_MS = { fallback: 10_000, min: 1, max: 600_000 };

function urlOf(environment: Environment): string | undefined {
  const ofSignal = addressOf(environment, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  if (ofSignal !== undefined) return ofSignal;
  const base = addressOf(environment, "OTEL_EXPORTER_OTLP_ENDPOINT");
  return base === undefined ? undefined : `${base}/v1/traces`;
}

/** The name of a variable of the exporter: that for traces alone, if it is set. */
function ofTraces(environment: Environment, setting: string): string {
  const own = `OTEL_EXPORTER_OTLP_TRACES_${setting}`;
  return textOf(environment, own) === undefined ? `OTEL_EXPORTER_OTLP_${setting}` : own;
}

function isSwitchedOff(environment: Environment): boolean {
  const exporter = choiceOf(environment, "OTEL_TRACES_EXPORTER", ["otlp", "none"]);
  const isDisabled = textOf(environment, "OTEL_SDK_DISABLED")?.toLowerCase() === "true";
  return isDisabled || exporter === "none";
}

function isCompressed(environment: Environment): boolean {
  const name = ofTraces(environment, "COMPRESSION");
  return choiceOf(environment, name, ["none", "gzip"]) === "gzip";
}

function refuseProtocol(environment: Environment): void {
  choiceOf(environment, ofTraces(environment, "PROTOCOL"), ["http/protobuf"]);
}

/** Reads a setting that must be one of `choices`; the first is the default. */
function choiceOf(environment: Environment, name: string, choices: readonly string[]): string {
  const value = textOf(environment, name) ?? choices[0] ?? "";
  if (choices.includes(value)) return value;
  throw new ConfigError(`${name} must be ${choices.join(" or ")}`);
}

function propagates(environment: Environment): boolean {
  const names = (textOf(environment, "OTEL_PROPAGATORS") ?? "tracecontext,baggage").split(",");
  return names.some((name) => name.trim() === "tracecontext");
}

function samplerOf(environment: Environment): Sampler {
  const name = textOf(environment, "OTEL_TRACES_SAMPLER") ?? "parentbased_always_on";
  const isParentBased = name.startsWith(PARENT_BASED);
  const known = SAMPLERS[isParentBased ? name.slice(PARENT_BASED.length) : name];
  if (known === undefined) {
    const names = Object.keys(SAMPLERS).join(", ");
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER must be one of ${names}, each also with ${PARENT_BASED} before it`,
    );
  }
  const { ratio } = known;
  return { isParentBased, ratio: ratio === "argument" ? ratioOf(environment) : ratio };
}

function ratioOf(environment: Environment): number {
  const text = textOf(environment, "OTEL_TRACES_SAMPLER_ARG") ?? "1";
  const ratio = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new ConfigError("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
}

function queueOf(environment: Environment): TraceSettings["queue"] {
  const read = (name: string, fallback: number): number =>
    integerOf(environment, `OTEL_BSP_${name}`, { fallback, min: 1, max: 1_000_000 });
  const max = read("MAX_QUEUE_SIZE", 2_048);
  return {
    max,
    batchMax: Math.min(max, read("MAX_EXPORT_BATCH_SIZE", 512)),
    delayMs: read("SCHEDULE_DELAY", 5_000),
  };
}

function headersOf(environment: Environment): TraceSettings["headers"] {
  return secretsOf(pairsOf(environment, ofTraces(environment, "HEADERS")));
}

const NAME = /^[A-Za-z0-9_.-]{1,255}$/;

/** Reads `name=value` pairs, separated by commas, with percent-encoded values. */
function pairsOf(environment: Environment, name: string): Readonly<Record<string, string>> {
  const items = (textOf(environment, name) ?? "").split(",");
  const pairs = items.flatMap((item) => (item.trim() === "" ? [] : [pairOf(item, name)]));
  return Object.fromEntries(pairs);
}

function pairOf(item: string, name: string): readonly [string, string] {
  const at = item.indexOf("=");
  const key = item.slice(0, Math.max(at, 0)).trim();
  const value = decoded(item.slice(at + 1).trim());
  if (NAME.test(key) && value !== undefined) return [key, value];
  throw new ConfigError(`${name} must be name=value pairs, separated by commas, percent-encoded`);
}

function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    // Such characters have no place in a header.
    return /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
