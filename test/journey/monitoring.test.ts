import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Registry, type Metric } from "@platformatic/prom-client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { JOBS } from "../../src/service/jobs/jobs.ts";
import { partsOf } from "../support/promql.ts";
import { startTestService, type TestService } from "../support/service.ts";

const FOLDER = join(import.meta.dirname, "../../deploy/observability");
const textOf = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

/** Labels that Prometheus gives each target; it renames those of a metric to `exported_…`. */
const OF_TARGETS = ["job", "instance"];
/** The labels that a histogram has beside its own. */
const OF_BUCKETS = ["le"];

const { groups } = parse(textOf("alerts.yaml")) as {
  groups: {
    rules: { alert: string; expr: string; annotations: Readonly<Record<string, string>> }[];
  }[];
};
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(textOf("dashboard.json")) as {
  panels: { id: number; targets?: { expr: string; legendFormat?: string }[] }[];
};
const targets = panels.flatMap((panel) => panel.targets ?? []);

describe("the metrics that monitoring reads", () => {
  let shop: TestService;
  /** The labels of each series that the service reports. */
  const series = new Map<string, readonly string[]>();
  const jobs = new Set(JOBS.map(({ name }) => name));
  beforeAll(async () => {
    const registered: Metric[] = [];
    const register = vi.spyOn(Registry.prototype, "registerMetric");
    const environment = {
      DATABASE_REPLICA_URL: "postgres://nobody@127.0.0.1:1/none",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
    };
    shop = await startTestService({ environment });
    registered.push(...register.mock.calls.map(([metric]) => metric));
    register.mockRestore();
    const labelsOf = new Map(registered.map((metric) => [nameOf(metric), labelNamesOf(metric)]));
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    for (const [, name = "", type] of metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
      const labels = labelsOf.get(name) ?? [];
      series.set(name, labels);
      if (type !== "histogram") continue;
      series.set(`${name}_bucket`, [...labels, ...OF_BUCKETS]);
      for (const part of ["sum", "count"]) series.set(`${name}_${part}`, labels);
    }
  });
  afterAll(() => shop.close());

  const wrong = (expressions: readonly string[]) =>
    expressions.flatMap((expression) => {
      const { metrics, labels, mistakes } = partsOf(
        expression.replaceAll("$__rate_interval", "5m"),
      );
      const unknown = metrics.filter((name) => !series.has(name));
      const known = new Set(metrics.flatMap((name) => series.get(name) ?? []));
      const strange = labels.flatMap(({ name, values }) => {
        if (!known.has(name)) return [name];
        return name === "job_name" ? values.filter((value) => !jobs.has(value)) : [];
      });
      const found = [...mistakes, ...unknown, ...strange];
      return metrics.length > 0 && found.length === 0 ? [] : [{ expression, found }];
    });

  it("has no label that Prometheus replaces by one of the target", () => {
    const replaced = [...series].filter(([, labels]) =>
      labels.some((label) => OF_TARGETS.includes(label)),
    );
    expect(replaced).toEqual([]);
  });

  it("finds mistakes, unknown metrics and unknown labels", () => {
    expect(wrong(['rate(vezne_payments_total{status="completed"}[5m])'])).toEqual([]);
    for (const expression of [
      "rate(vezne_payments[5m])",
      "rate(vezne_payments_total[5m]",
      "1",
      'vezne_payments_total{state="completed"}',
      "sum by (job) (vezne_job_failures_total)",
      'vezne_job_failures_total{job_name="nobodys"}',
    ]) {
      expect(wrong([expression])).toHaveLength(1);
    }
  });

  it("are metrics of the service with labels that they have, in every alert rule", () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(wrong(rules.map(({ expr }) => expr))).toEqual([]);
    for (const { alert, annotations } of rules) {
      expect([alert, Object.keys(annotations).toSorted()]).toEqual([alert, ["action", "summary"]]);
      for (const [page] of annotations["action"]?.matchAll(/docs\/[\w/.-]+\.md/g) ?? []) {
        expect([alert, existsSync(join(FOLDER, "../..", page))]).toEqual([alert, true]);
      }
    }
  });

  it("are metrics of the service with labels that they have, on every panel of the dashboard", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(wrong(targets.map(({ expr }) => expr))).toEqual([]);
  });

  it("names only labels that the result of the expression has", () => {
    const named = [
      ...rules.map(({ expr, annotations }) => ({ expr, text: Object.values(annotations).join() })),
      ...targets.map(({ expr, legendFormat = "" }) => ({ expr, text: legendFormat })),
    ];
    const missing = named.flatMap(({ expr, text }) => {
      const used = [...text.matchAll(/\{\{ *(?:\$labels\.)?(\w+) *\}\}/g)].map(([, name]) => name);
      const { metrics, labels } = partsOf(expr.replaceAll("$__rate_interval", "5m"));
      const kept = /\bby \(/.test(expr)
        ? labels.map(({ name }) => name)
        : metrics.flatMap((name) => series.get(name) ?? []);
      return used.filter((name) => !kept.includes(name ?? "")).map((name) => ({ expr, name }));
    });
    expect(missing).toEqual([]);
  });
});

function nameOf(metric: Metric): string {
  return String(Reflect.get(metric, "name"));
}

function labelNamesOf(metric: Metric): readonly string[] {
  const labels: unknown = Reflect.get(metric, "labelNames");
  return Array.isArray(labels) ? labels.map(String) : [];
}
