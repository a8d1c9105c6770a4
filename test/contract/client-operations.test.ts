// tier: night
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  readApiDocument,
  type ApiDocument,
  type DocumentedOperation,
  type Json,
} from "../support/api-document.ts";
import {
  callClient,
  canRun,
  CLIENT_LANGUAGES,
  type ClientCall,
} from "../support/client-languages.ts";
import { standardized, startExampleWorld, type ExampleWorld } from "../support/example-world.ts";

type Named = Readonly<Record<string, readonly [group: string, method: string]>>;

/** The names from which the clients are generated. */
const NAMES = pathToFileURL(join(import.meta.dirname, "../../scripts/clients/names.mjs")).href;
const { METHODS } = (await import(NAMES)) as { readonly METHODS: Named };

/** Options of a call, which are no parameters of the document. */
const OPTIONS = new Set(["self", "idempotency_key", "idempotencyKey", "timeout"]);

describe.each(CLIENT_LANGUAGES)("the client for $name", (language) => {
  let world: ExampleWorld;
  let document: ApiDocument;
  let operations: readonly DocumentedOperation[];
  beforeAll(async () => {
    world = await startExampleWorld();
    document = await readApiDocument(world.shop.url);
    operations = document.operations.filter(({ json }) => json["x-spelling-of"] === undefined);
  });
  afterAll(() => world.shop.close());

  it("has a method for each operation, with the parameters of the document", async (context) => {
    context.skip(!canRun(language), `${language.name} is not installed here`);
    const calls = operations.map((operation) => ({ ...callOf(operation), path: [], named: {} }));
    const found = await callClient(language, { do: "parameters", url: "" }, calls);
    const wrong = operations.flatMap((operation, at) => {
      const has = (found[at] as string[]).filter((name) => !OPTIONS.has(name)).toSorted();
      const wanted = parametersOf(document, operation).map(language.named).toSorted();
      return String(has) === String(wanted) ? [] : [{ id: operation.id, has, wanted }];
    });
    expect(wrong).toEqual([]);
    expect(operations.length).toBeGreaterThan(50);
  });

  it("gets the documented answer of each example from the service", async (context) => {
    context.skip(!canRun(language), `${language.name} is not installed here`);
    const { calls, promised } = await examplesOf(world, operations);
    const answers = await callClient(language, { do: "calls", url: world.shop.url }, calls);
    const differences = answers.flatMap((answer, at) => {
      const isText = typeof answer === "string" && !/^[[{]/.test(answer);
      const said = standardized(isText ? answer : printed(answer)).trim();
      return language.same(said, promised[at]?.text ?? "") ? [] : [{ said, ...promised[at] }];
    });
    expect(differences).toEqual([]);
    expect(calls.length).toBeGreaterThan(60);
  });
});

function callOf({ id, isOfOperators }: DocumentedOperation) {
  const [group, method] = METHODS[id] ?? ["", ""];
  return { group, method, isOfOperators };
}

function parametersOf(document: ApiDocument, operation: DocumentedOperation): readonly string[] {
  const given = operation.parameters.filter((one) => one.in === "path" || one.in === "query");
  const fields = document.resolve(operation.body)["properties"] as Json | undefined;
  const body = Object.keys(fields ?? {}).filter((name) => name !== "merchant_api_key");
  return [...given.map(({ name }) => name), ...body];
}

type Promised = { readonly place: string; readonly text: string };

/** Calls of the examples that a client can make: those of the style `flags`. */
async function examplesOf(
  world: ExampleWorld,
  operations: readonly DocumentedOperation[],
): Promise<{ readonly calls: readonly ClientCall[]; readonly promised: readonly Promised[] }> {
  const calls: ClientCall[] = [];
  const promised: Promised[] = [];
  for (const operation of operations) {
    // All merchants share the card table, by which the examples of installments are answered.
    if (operation.id === "replaceCardTable" || operation.id === "streamEvents") continue;
    for (const [name, example] of operation.examples) {
      const { parameters, body, key } = await world.request(operation, example);
      if (parameters.get("Vezne-Response-Style") === "codes") continue;
      const inPath = operation.parameters.filter((one) => one.in === "path");
      const inQuery = operation.parameters.filter((one) => one.in === "query");
      const { merchant_api_key: _, ...fields } = (body ?? {}) as Record<string, unknown>;
      const query = inQuery.flatMap((one) =>
        parameters.has(one.name) ? [[one.name, parameters.get(one.name)] as const] : [],
      );
      calls.push({
        ...callOf(operation),
        key,
        path: inPath.map((one) => parameters.get(one.name)),
        named: { ...Object.fromEntries(query), ...fields },
      });
      const { answer } = example;
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      promised.push({ place: `${operation.id} ${name}`, text: text.trim() });
    }
  }
  return { calls, promised };
}

function printed(answer: unknown): string {
  return JSON.stringify(typeof answer === "string" ? JSON.parse(answer) : answer);
}
