export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span's place in its trace, in the form of the headers of W3C Trace Context. */
export type TraceContext = {
  readonly traceparent: string;
  readonly tracestate: string | undefined;
};

export type SpanKind = "internal" | "server" | "client" | "producer";

/** One step of a trace: a request, a commit, a call to a bank. */
export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly context: TraceContext;
  /** Sets attributes; undefined ones are left out. */
  set(attributes: Attributes): void;
  /** Refers to a span of another trace that led to this one. */
  link(to: TraceContext): void;
  /** Marks the span as failed, by a short name of the error. */
  fail(errorType: string): void;
  end(): void;
};

export type SpanStart = {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /**
   * The span or the remote place above it; `none` begins a trace. Absent: the active span, and
   * without one nothing is recorded.
   */
  readonly parent?: Span | TraceContext | "none" | undefined;
  /** The time of its beginning by `now()`; absent: now. */
  readonly startedAt?: number;
};

export type SpanCounts = {
  readonly exported: number;
  /** Spans that found the queue full. */
  readonly overflowed: number;
  /** Spans that the collector did not take. */
  readonly refused: number;
};

/**
 * Records traces. A process whose traces are off has no tracer, and then no part of the service is
 * wrapped by one.
 */
export type Tracer = {
  /** True if `traceparent` is read from callers and sent to merchants' addresses. */
  readonly propagates: boolean;
  /** The current time in ms, with fractions. */
  now(): number;
  /** The span for which the code that runs now works. */
  active(): Span | undefined;
  /** Starts a span; undefined if its trace is not recorded. */
  start(start: SpanStart): Span | undefined;
  /** Runs work for which `active()` is that span. */
  within<Result>(span: Span, work: () => Result): Result;
  counts(): SpanCounts;
  /** Exports the spans that wait, within the time of one export. */
  close(): Promise<void>;
};

/** Runs work as a span below the active one; without an active span the work runs alone. */
export async function traced<Result>(
  tracer: Tracer,
  start: SpanStart,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = tracer.start(start);
  if (span === undefined) return work(undefined);
  try {
    return await tracer.within(span, () => work(span));
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** A short name of an error; never its message, which may quote a request. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
