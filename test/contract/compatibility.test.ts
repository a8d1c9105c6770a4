// tier: core
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readApiDocument, type ApiDocument, type Json } from "../support/api-document.ts";
import { startTestService, type TestService } from "../support/service.ts";

const FILE = join(import.meta.dirname, "interface-v1.json");

/** The promises of an operation, as lists of field paths. */
type Shape = {
  /** The fields that a request must have. */
  readonly asks: readonly string[];
  /** The fields that a request may have, with their accepted values. */
  readonly takes: readonly string[];
  /** The fields of an answer, with their values. */
  readonly answers: readonly string[];
};
type Shapes = Readonly<Record<string, Shape>>;

describe("compatibility of /api/v1/", () => {
  let shop: TestService;
  let now: Shapes;
  beforeAll(async () => {
    shop = await startTestService();
    now = shapesOf(await readApiDocument(shop.url));
    // A new field of a release is promised from that release on.
    if (process.env["VEZNE_PROMISE"] === "1") {
      writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
    }
  });
  afterAll(() => shop.close());

  it("keeps every operation, field and value, and adds no required field", () => {
    const promised = JSON.parse(readFileSync(FILE, "utf8")) as Shapes;
    const broken = Object.entries(promised).flatMap(([key, old]) => {
      const { asks, takes, answers } = now[key] ?? { asks: [], takes: [], answers: [] };
      return [
        ...missing(old.takes, takes).map((field) => `${key} takes ${field} no more`),
        ...missing(old.answers, answers).map((field) => `${key} answers ${field} no more`),
        ...missing(asks, old.asks).map((field) => `${key} asks for ${field}`),
      ];
    });
    expect(broken).toEqual([]);
    expect(Object.keys(promised).length).toBeGreaterThan(20);
  });
});

function missing(wanted: readonly string[], had: readonly string[]): readonly string[] {
  const all = new Set(had);
  return wanted.filter((one) => !all.has(one));
}

function shapesOf(document: ApiDocument): Shapes {
  return Object.fromEntries(
    document.operations.map(({ key, parameters, body, json }) => {
      const content = document.resolve((json["responses"] as Json)["200"])["content"] as Json;
      const answer = Object.values(content).map((media) => (media as Json)["schema"]);
      const given = parameters.map(({ name }) => name);
      const asked = parameters.filter(({ required }) => required).map(({ name }) => name);
      return [
        key,
        {
          asks: [...asked, ...fieldsOf(document, body, "asked")].toSorted(),
          takes: [...given, ...fieldsOf(document, body, "all")].toSorted(),
          answers: [...new Set(answer.flatMap((one) => fieldsOf(document, one, "all")))].toSorted(),
        },
      ];
    }),
  );
}

/** The paths of the fields below a schema, and of their enumerated values. */
function fieldsOf(document: ApiDocument, schema: unknown, which: "asked" | "all"): string[] {
  const found = document.resolve(schema);
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((name) => (found[name] ?? []) as unknown[]);
  const values = which === "all" ? ((found["enum"] ?? []) as unknown[]) : [];
  const required = (found["required"] ?? []) as readonly string[];
  const fields = Object.entries((found["properties"] ?? {}) as Json).filter(
    ([name]) => which === "all" || required.includes(name),
  );
  return [
    ...values.map((value) => `=${String(value)}`),
    ...parts.flatMap((part) => fieldsOf(document, part, which)),
    ...("items" in found ? fieldsOf(document, found["items"], which).map((one) => `[]${one}`) : []),
    ...fields.flatMap(([name, field]) => [
      name,
      ...fieldsOf(document, field, which).map((one) =>
        one.startsWith("=") ? name + one : `${name}.${one}`,
      ),
    ]),
  ];
}
