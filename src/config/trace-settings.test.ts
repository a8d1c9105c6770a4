import { describe, expect, it } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readTraces } from "./trace-settings.ts";

const ON = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/" };

describe("the settings of traces", () => {
  it.each([
    {},
    { OTEL_SERVICE_NAME: "shop" },
    { ...ON, OTEL_SDK_DISABLED: "true" },
    { ...ON, OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    { OTEL_TRACES_SAMPLER: "jaeger_remote" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: " " },
  ])(
    "switch traces off without an endpoint, and by OpenTelemetry's switches: %o",
    (environment) => {
      expect(readTraces(environment)).toBeUndefined();
    },
  );

  it("have the defaults of OpenTelemetry", () => {
    expect(readTraces(ON)).toEqual({
      url: "http://127.0.0.1:4318/v1/traces",
      headers: {},
      timeoutMs: 10_000,
      isCompressed: false,
      serviceName: "vezne",
      resourceAttributes: {},
      sampler: { isParentBased: true, ratio: 1 },
      propagates: true,
      queue: { max: 2_048, batchMax: 512, delayMs: 5_000 },
    });
  });

  it("prefer the variables for traces alone", () => {
    const found = readTraces({
      ...ON,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/otlp",
      OTEL_EXPORTER_OTLP_TIMEOUT: "1",
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: "2",
      OTEL_EXPORTER_OTLP_HEADERS: "a=1",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "authorization=Bearer%20s3cret, x-team = pay",
      OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
    });
    expect(found).toMatchObject({
      url: "https://traces.example/otlp",
      timeoutMs: 2,
      isCompressed: true,
    });
    expect(JSON.stringify(found)).not.toContain("s3cret");
    const revealed = Object.entries(found?.headers ?? {}).map(([name, value]) => [
      name,
      value.reveal(),
    ]);
    expect(Object.fromEntries(revealed)).toEqual({
      authorization: "Bearer s3cret",
      "x-team": "pay",
    });
  });

  it.each([
    ["always_on", undefined, { isParentBased: false, ratio: 1 }],
    ["always_off", undefined, { isParentBased: false, ratio: 0 }],
    ["traceidratio", "0.25", { isParentBased: false, ratio: 0.25 }],
    ["traceidratio", undefined, { isParentBased: false, ratio: 1 }],
    ["parentbased_always_off", "0.5", { isParentBased: true, ratio: 0 }],
    ["parentbased_traceidratio", ".5", { isParentBased: true, ratio: 0.5 }],
  ])("read the sampler %s with the argument %s", (name, argument, sampler) => {
    const found = readTraces({
      ...ON,
      OTEL_TRACES_SAMPLER: name,
      OTEL_TRACES_SAMPLER_ARG: argument,
    });
    expect(found?.sampler).toEqual(sampler);
  });

  it.each([
    ["tracecontext", true],
    ["baggage, tracecontext", true],
    ["b3", false],
    ["none", false],
  ])("propagate by OTEL_PROPAGATORS=%s: %s", (names, propagates) => {
    expect(readTraces({ ...ON, OTEL_PROPAGATORS: names })?.propagates).toBe(propagates);
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://me:s3cret@collector"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/json"],
    ["OTEL_EXPORTER_OTLP_COMPRESSION", "zstd"],
    ["OTEL_EXPORTER_OTLP_TIMEOUT", "10s"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "s3cret"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=s3cret%0d%0ab: c"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=s3cret%"],
    ["OTEL_RESOURCE_ATTRIBUTES", "=1"],
    ["OTEL_TRACES_EXPORTER", "zipkin"],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
    ["OTEL_TRACES_SAMPLER_ARG", "2"],
    ["OTEL_BSP_MAX_QUEUE_SIZE", "0"],
  ])("refuse %s=%s with its name, and repeat no secret", (name, value) => {
    const read = (): unknown =>
      readTraces({ ...ON, OTEL_TRACES_SAMPLER: "traceidratio", [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} must be (?!.*s3cret)`));
  });
});
