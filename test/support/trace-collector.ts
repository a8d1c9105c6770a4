import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { endServer, listenLocally, serverOf } from "./local-server.ts";
import { readFields, type Field } from "./read-protobuf.ts";

export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly traceState: string;
  readonly name: string;
  readonly kind: string;
  /** Milliseconds since the epoch, with fractions. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isError: boolean;
  readonly resource: Attributes;
};

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A collector of OpenTelemetry that reads OTLP over HTTP by the published `.proto` files. */
export type TraceCollector = {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** The bodies as they came, and the headers. */
  readonly requests: { readonly headers: IncomingMessage["headers"]; readonly body: Buffer }[];
  /** The status of its answers; `silent` answers nothing. */
  answer: number | "silent";
  stop(): Promise<void>;
};

export async function startCollector(): Promise<TraceCollector> {
  const server = serverOf(take);
  const port = await listenLocally(server);
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${port}`,
    spans: [],
    requests: [],
    answer: 200,
    stop: () => endServer(server),
  };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await buffer(request);
    const isPacked = request.headers["content-encoding"] === "gzip";
    const body = isPacked ? gunzipSync(sent) : sent;
    collector.requests.push({ headers: request.headers, body });
    if (collector.answer === "silent") return;
    if (collector.answer === 200) collector.spans.push(...readExport(body));
    response.writeHead(request.url === "/v1/traces" ? collector.answer : 404).end();
  }
  return collector;
}

/** The variables by which a service exports each trace at once. */
export function tracesTo({ url }: Pick<TraceCollector, "url">): Readonly<Record<string, string>> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: "20" };
}

const KINDS = ["unspecified", "internal", "server", "client", "producer", "consumer"];
const ERROR = 2n;

/** Reads an `ExportTraceServiceRequest`; the numbers are those of `trace.proto`. */
function readExport(body: Buffer): readonly CollectedSpan[] {
  return messages(readFields(body), 1).flatMap((resourceSpans) => {
    const [resource = []] = messages(resourceSpans, 1);
    const attributes = attributesOf(messages(resource, 1));
    return messages(resourceSpans, 2).flatMap((scopeSpans) =>
      messages(scopeSpans, 2).map((span) => spanOf(span, attributes)),
    );
  });
}

function spanOf(span: readonly Field[], resource: Attributes): CollectedSpan {
  const [status = []] = messages(span, 15);
  return {
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    traceState: text(span, 3),
    parentId: hex(span, 4),
    name: text(span, 5),
    kind: KINDS[Number(number(span, 6))] ?? "unknown",
    start: Number(number(span, 7) / 1_000n) / 1_000,
    end: Number(number(span, 8) / 1_000n) / 1_000,
    attributes: attributesOf(messages(span, 9)),
    links: messages(span, 13).map((link) => ({ traceId: hex(link, 1), spanId: hex(link, 2) })),
    isError: number(status, 3) === ERROR,
    resource,
  };
}

function attributesOf(pairs: readonly (readonly Field[])[]): Attributes {
  return Object.fromEntries(
    pairs.map((pair) => [text(pair, 1), valueOf(messages(pair, 2)[0] ?? [])] as const),
  );
}

function valueOf([field]: readonly Field[]): string | number | boolean {
  if (field === undefined) return "";
  const { number: kind, value } = field;
  if (typeof value !== "bigint") return value.toString();
  return kind === 2 ? value === 1n : Number(value);
}

function messages(fields: readonly Field[], wanted: number): readonly (readonly Field[])[] {
  return bytes(fields, wanted).map((value) => readFields(value));
}

function bytes(fields: readonly Field[], wanted: number): readonly Buffer[] {
  return fields.flatMap(({ number: found, value }) =>
    found === wanted && typeof value !== "bigint" ? [value] : [],
  );
}

function text(fields: readonly Field[], wanted: number): string {
  return bytes(fields, wanted)[0]?.toString() ?? "";
}

function hex(fields: readonly Field[], wanted: number): string {
  return bytes(fields, wanted)[0]?.toString("hex") ?? "";
}

function number(fields: readonly Field[], wanted: number): bigint {
  const found = fields.find((field) => field.number === wanted)?.value;
  return typeof found === "bigint" ? found : 0n;
}
