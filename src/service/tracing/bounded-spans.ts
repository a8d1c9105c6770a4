import { ExportResultCode, type ExportResult } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace";
import type { SpanCounts } from "./tracer.ts";

type BoundedSpansParts = {
  /** The most spans that wait or are being exported. */
  readonly max: number;
  readonly exporter: SpanExporter;
  readonly processorOf: (exporter: SpanExporter) => SpanProcessor;
  /** Called at the first export that fails after one that succeeded. */
  readonly onFailed: (reason: string) => void;
};

/**
 * Hands ended spans to the library's queue, and counts what becomes of them. The library counts
 * the spans that it drops for its own metrics only, which we do not export; so spans beyond the
 * limit are dropped here.
 */
export class BoundedSpans implements SpanProcessor {
  readonly #max: number;
  readonly #processor: SpanProcessor;
  readonly #onFailed: (reason: string) => void;
  #held = 0;
  #exported = 0;
  #overflowed = 0;
  #refused = 0;
  #isFailing = false;

  constructor({ max, exporter, processorOf, onFailed }: BoundedSpansParts) {
    this.#max = max;
    this.#onFailed = onFailed;
    this.#processor = processorOf({
      export: (spans, done) => exporter.export(spans, (result) => this.#end(spans, result, done)),
      forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
      shutdown: () => exporter.shutdown(),
    });
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#held >= this.#max) {
      this.#overflowed += 1;
      return;
    }
    this.#held += 1;
    this.#processor.onEnd(span);
  }

  counts(): SpanCounts {
    return { exported: this.#exported, overflowed: this.#overflowed, refused: this.#refused };
  }

  forceFlush(): Promise<void> {
    return this.#processor.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#processor.shutdown();
  }

  #end(
    { length }: readonly ReadableSpan[],
    result: ExportResult,
    done: (result: ExportResult) => void,
  ): void {
    this.#held -= length;
    const hasFailed = result.code !== ExportResultCode.SUCCESS;
    if (hasFailed) this.#refused += length;
    else this.#exported += length;
    if (hasFailed && !this.#isFailing) this.#onFailed(result.error?.message ?? "no reason given");
    this.#isFailing = hasFailed;
    done(result);
  }
}
