import { AsyncLocalStorage } from "node:async_hooks";
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Context,
  type HrTime,
  type Span as ApiSpan,
  type Tracer as ApiTracer,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { CompressionAlgorithm } from "@opentelemetry/otlp-exporter-base";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from "@opentelemetry/sdk-trace";
import type { TraceSettings } from "../../config/trace-settings.ts";
import type { LoggedProcess } from "../../system/logger.ts";
import { BoundedSpans } from "./bounded-spans.ts";
import type { Span, SpanKind, SpanStart, TraceContext, Tracer } from "./tracer.ts";

export type TracerOptions = {
  readonly settings: TraceSettings;
  readonly process: LoggedProcess;
  /** The current time in ms, with fractions. */
  readonly now: () => number;
  /** Called at the first export that fails after one that succeeded. */
  readonly onExportFailed: (reason: string) => void;
};

/** The schema of the attributes' names; its version is that of the stable HTTP conventions. */
const SCHEMA_URL = "https://opentelemetry.io/schemas/1.37.0";
const KINDS: Readonly<Record<SpanKind, Kind>> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
};
/** The longest value of an attribute, so that no caller's text makes spans large. */
const VALUE_LENGTH = 512;

const propagator = new W3CTraceContextPropagator();

/** Opens a tracer that exports by OTLP; the reasons are in docs/decisions/traces.md. */
export function openTelemetry(options: TracerOptions): Tracer {
  const { settings, now } = options;
  const spans = new BoundedSpans({
    max: settings.queue.max,
    exporter: exporterOf(settings),
    onFailed: options.onExportFailed,
    processorOf: (exporter) =>
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: settings.queue.max,
        maxExportBatchSize: settings.queue.batchMax,
        scheduledDelayMillis: settings.queue.delayMs,
        exportTimeoutMillis: settings.timeoutMs,
      }),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resourceOf(options)),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: VALUE_LENGTH },
    spanProcessors: [spans],
  });
  const api = provider.getTracer("vezne", options.process.version, { schemaUrl: SCHEMA_URL });
  const active = new AsyncLocalStorage<Span>();
  return {
    propagates: settings.propagates,
    now,
    active: () => active.getStore(),
    start: (start) => {
      const parent = start.parent ?? active.getStore();
      return parent === undefined ? undefined : startSpan({ api, now }, start, parent);
    },
    within: (span, work) => active.run(span, work),
    counts: () => spans.counts(),
    close: () => provider.shutdown().catch(() => undefined),
  };
}

function exporterOf({ url, headers, timeoutMs, isCompressed }: TraceSettings): OTLPTraceExporter {
  const revealed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) revealed[name] = value.reveal();
  return new OTLPTraceExporter({
    url,
    headers: revealed,
    timeoutMillis: timeoutMs,
    compression: isCompressed ? CompressionAlgorithm.GZIP : CompressionAlgorithm.NONE,
  });
}

function resourceOf({ settings, process }: TracerOptions): Readonly<Record<string, string>> {
  return {
    ...settings.resourceAttributes,
    "service.name": settings.serviceName,
    "service.version": process.version,
    "service.instance.id": process.instance,
  };
}

function samplerOf({ sampler: { isParentBased, ratio } }: TraceSettings): Sampler {
  const root =
    ratio === 1
      ? new AlwaysOnSampler()
      : ratio === 0
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

type SpanContext = { readonly api: ApiTracer; readonly now: () => number };

function startSpan(
  { api, now }: SpanContext,
  { name, kind = "internal", attributes = {}, startedAt = now() }: SpanStart,
  parent: Span | TraceContext | "none",
): Span | undefined {
  const context = contextOf(parent);
  const span = api.startSpan(
    name,
    { kind: KINDS[kind], attributes: { ...attributes }, startTime: hrTimeOf(startedAt) },
    context,
  );
  return span.isRecording() ? new RecordedSpan(span, now) : undefined;
}

function contextOf(parent: Span | TraceContext | "none"): Context {
  if (parent === "none") return ROOT_CONTEXT;
  if (parent instanceof RecordedSpan) return parent.asContext();
  const { traceparent, tracestate } = "context" in parent ? parent.context : parent;
  return propagator.extract(ROOT_CONTEXT, { traceparent, tracestate }, defaultTextMapGetter);
}

class RecordedSpan implements Span {
  readonly #span: ApiSpan;
  readonly #now: () => number;

  constructor(span: ApiSpan, now: () => number) {
    this.#span = span;
    this.#now = now;
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get spanId(): string {
    return this.#span.spanContext().spanId;
  }

  get context(): TraceContext {
    const carrier: Record<string, string> = {};
    propagator.inject(this.asContext(), carrier, defaultTextMapSetter);
    const { traceparent = "", tracestate } = carrier;
    return { traceparent, tracestate };
  }

  asContext(): Context {
    return trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  set(attributes: Parameters<Span["set"]>[0]): void {
    this.#span.setAttributes({ ...attributes });
  }

  link(to: TraceContext): void {
    const context = trace.getSpanContext(contextOf(to));
    if (context !== undefined) this.#span.addLink({ context });
  }

  fail(errorType: string): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.setAttribute("error.type", errorType);
  }

  end(): void {
    this.#span.end(hrTimeOf(this.#now()));
  }
}

/** Seconds and nanoseconds, which no time of a moved clock can be mistaken for. */
function hrTimeOf(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)];
}
