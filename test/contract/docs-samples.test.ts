// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  readOperations,
  type ApiExample,
  type ApiOperation,
} from "../../src/documentation/api-operations.ts";
import { operationPath } from "../../src/documentation/operation-page.ts";
import { sampleOf } from "../../src/documentation/read-sample.ts";
import { SAMPLE_LANGUAGES } from "../../src/documentation/samples/languages.ts";
import { KEY, OPERATOR_KEY } from "../../src/documentation/samples/sample.ts";
import { readApiDocument, type ApiDocument } from "../support/api-document.ts";
import { casesOfDay } from "../support/full-run.ts";
import { standardized, startExampleWorld, type ExampleWorld } from "../support/example-world.ts";
import { expectQuickstart } from "../support/quickstart.ts";
import { canRun, runSamples } from "../support/sample-runs.ts";
import { startTestService } from "../support/service.ts";
import { tabsOf } from "../support/sample-tabs.ts";

const NAMES = SAMPLE_LANGUAGES.map(({ name }) => name);

type PostmanRequest = {
  readonly name: string;
  readonly request: {
    readonly url: { readonly raw: string };
    readonly body?: { readonly raw: string };
  };
};

type PostmanCollection = {
  readonly info: { readonly schema: string };
  readonly item: readonly {
    readonly item: readonly { readonly item: readonly PostmanRequest[] }[];
  }[];
};

/** The program of an example, for a running service. */
type Program = { readonly place: string; readonly text: string; readonly promised: string };

/** A program with a real key in place of the one that the reader replaces. */
function withKey(text: string, key: string): string {
  return text.replaceAll(KEY, key).replaceAll(OPERATOR_KEY, key);
}

describe("the samples of the documentation", () => {
  let world: ExampleWorld;
  let document: ApiDocument;
  let operations: readonly ApiOperation[];
  beforeAll(async () => {
    world = await startExampleWorld();
    document = await readApiDocument(world.shop.url);
    operations = readOperations(document.json);
  });
  afterAll(() => world.shop.close());

  const programOf = async (
    name: string,
    operation: ApiOperation,
    example: ApiExample,
  ): Promise<Program | undefined> => {
    const language = SAMPLE_LANGUAGES.find((one) => one.name === name);
    const documented = document.operations.find(({ id }) => id === operation.id);
    const wanted = documented?.examples.get(example.name);
    if (documented === undefined || wanted === undefined) throw new Error("no such example");
    const request = await world.request(documented, wanted);
    const parameters = new Map(
      operation.parameters
        .filter((parameter) => request.parameters.has(parameter.name))
        .map((parameter) => [parameter, request.parameters.get(parameter.name)]),
    );
    const { mediaType } = example;
    const given = { parameters, body: request.body, mediaType };
    const text = language?.program(sampleOf(world.shop.url, operation, given));
    const { answer } = example;
    const promised = typeof answer === "string" ? answer : JSON.stringify(answer);
    const place = `${operation.id} ${example.name}`;
    return text === undefined ? undefined : { place, text: withKey(text, request.key), promised };
  };

  const programsOf = async (name: string): Promise<readonly Program[]> => {
    const programs: Program[] = [];
    for (const operation of operations) {
      // All merchants share the card table, by which the samples of installments are answered.
      if (operation.id === "replaceCardTable") continue;
      for (const example of operation.examples) {
        if (example.mediaType === "text/event-stream") continue;
        const program = await programOf(name, operation, example);
        if (program !== undefined) programs.push(program);
      }
    }
    return programs;
  };

  it.for(casesOfDay(NAMES, 2))("get the documented answers in %s", async (name, context) => {
    context.skip(!canRun(name), `${name} is not installed here`);
    const programs = await programsOf(name);
    expect(programs.length).toBeGreaterThan(30);
    const printed = await runSamples(
      name,
      programs.map(({ text }) => text),
    );
    const differences = programs.flatMap(({ place, promised }, at) => {
      const text = (printed[at] ?? "").trim();
      // The client prints objects, whose fields are checked by its own tests.
      const isRight = name === "Node client" ? text !== "" : isSame(text, promised);
      return isRight ? [] : [{ place, text, promised }];
    });
    expect(differences).toEqual([]);
  });

  it("compile in C# for an answer without end, too", async (context) => {
    context.skip(!canRun("C#"), "C# is not installed here");
    const streams = operations.flatMap((operation) =>
      operation.examples
        .filter(({ mediaType }) => mediaType === "text/event-stream")
        .map((example) => sampleOf(world.shop.url, operation, example)),
    );
    expect(streams.length).toBeGreaterThan(0);
    const csharp = SAMPLE_LANGUAGES.find(({ name }) => name === "C#");
    // The program is compiled and returns at once, because it would never end.
    const programs = streams.map((sample) => `return;\n${csharp?.program(sample) ?? ""}`);
    expect(programs.join("\n")).toContain("ReadLineAsync");
    expect(await runSamples("C#", programs)).toEqual(streams.map(() => ""));
  });

  it("are on the page of their operation, and in its Markdown once", async () => {
    for (const operation of operations) {
      const path = operationPath(operation);
      const page = await (await fetch(world.shop.url + path)).text();
      const markdown = await (await fetch(`${world.shop.url}${path}.md`)).text();
      const [example] = operation.examples;
      if (example === undefined) throw new Error(`${operation.id} has no example`);
      const sample = sampleOf("https://pay.example", operation, example);
      const written = SAMPLE_LANGUAGES.flatMap(({ name, program }) => {
        const text = program(sample);
        return text === undefined ? [] : [[name, text] as const];
      });
      expect(tabsOf(page)[0], path).toEqual(new Map(written));
      expect(markdown).toContain(written[0]?.[1]);
      expect(markdown).not.toContain("curl_init");
    }
  });

  it("are a Postman collection, with a request for each example", async () => {
    const answer = await fetch(`${world.shop.url}/docs/postman.json`);
    const collection = (await answer.json()) as PostmanCollection;
    const requests = collection.item.flatMap((tag) => tag.item.flatMap(({ item }) => item));
    const examples = operations.flatMap((operation) => operation.examples);
    expect(requests.map(({ name }) => name).toSorted()).toEqual(
      examples.map(({ summary }) => summary).toSorted(),
    );
    expect(collection.info.schema).toContain("/v2.1.0/");
    for (const { request } of requests) {
      expect(request.url.raw).toMatch(/^\{\{baseUrl\}\}\/api\/v1\//);
      if (request.body !== undefined) expect(JSON.parse(request.body.raw)).toBeTypeOf("object");
    }
    expect(JSON.stringify(requests)).not.toContain(KEY);
  });

  it("can't be tried where there is no sandbox", async () => {
    const path = "/docs/operations/pay";
    const sandbox = await fetch(world.shop.url + path);
    expect(await sandbox.text()).toContain('id="try-it"');
    const environment = { VEZNE_SIMULATED_BANK: "off", VEZNE_DEMO_SHOP: "off" };
    const bare = await startTestService({ environment });
    const page = await (await fetch(bare.url + path)).text();
    await bare.close();
    expect(page).toContain('id="examples"');
    expect(page).not.toContain('id="try-it"');
  });

  it.for(casesOfDay(NAMES, 2))("make the quickstart one program in %s", async (name, context) => {
    context.skip(!canRun(name), `${name} is not installed here`);
    for (const path of ["/docs/quickstart", "/docs/hizli-baslangic"]) {
      const page = await (await fetch(world.shop.url + path)).text();
      const steps = tabsOf(page).map((tabs) => tabs.get(name) ?? "");
      const program = steps
        .join("\n")
        .replaceAll(KEY, world.shop.merchant.testApiKey)
        .replaceAll("https://pay.example", world.shop.url);
      const [printed = ""] = await runSamples(name, [program]);
      expectQuickstart(printed);
    }
  });
});

function isSame(text: string, promised: string): boolean {
  const isJson = promised.startsWith("{") || promised.startsWith("[");
  const said = isJson ? JSON.stringify(JSON.parse(text)) : text;
  return standardized(said) === promised.trim();
}
