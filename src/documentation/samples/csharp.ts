import { literal, type Notation } from "./literal.ts";
import { hasVariable, headersOf, KEY, partsOf, type SampleLanguage } from "./sample.ts";

/** Anonymous objects, whose properties keep their names in JSON. */
const CSHARP: Notation = {
  string: csText,
  words: { true: "true", false: "false", null: "(object?)null" },
  object: { open: "new {", close: "}", empty: "new { }" },
  list: { open: "new object[] {", close: "}", empty: "new object[] { }" },
  pair: (name, value) => `${name} = ${value}`,
  indent: "    ",
};

function csText(text: string): string {
  if (!hasVariable(text)) return JSON.stringify(text);
  const [first, ...rest] = partsOf(text);
  if (rest.length === 0 && typeof first === "object") return first.variable;
  const pieces = partsOf(text).map((part) =>
    typeof part === "string"
      ? JSON.stringify(part).slice(1, -1).replace(/[{}]/g, "$&$&")
      : `{${part.variable}}`,
  );
  return `$"${pieces.join("")}"`;
}

/** `HttpMethod.Post` of `POST`. */
function methodOf(method: string): string {
  return `HttpMethod.${method.slice(0, 1)}${method.slice(1).toLowerCase()}`;
}

const SETUP = `async Task<JsonNode> Call(
    HttpMethod method, string path, object? body = null, string? idempotencyKey = null)
{
    using var request = new HttpRequestMessage(method, vezne + path);
    request.Headers.Add("Authorization", $"Bearer {key}");
    if (idempotencyKey is not null) request.Headers.Add("Idempotency-Key", idempotencyKey);
    if (body is not null) request.Content = JsonContent.Create(body);
    using var answer = await http.SendAsync(request);
    return JsonNode.Parse(await answer.Content.ReadAsStringAsync())!;
}`;

/** Samples for C# 10 and later, as top-level statements, with .NET alone. */
export const csharp: SampleLanguage = {
  name: "C#",
  fence: "csharp",
  program(sample) {
    const headers = headersOf(sample).filter(([name]) => name !== "Content-Type");
    const address = csText(sample.publicUrl + sample.path);
    return [
      ...(sample.body === undefined ? [] : ["using System.Net.Http.Json;\n"]),
      "using var http = new HttpClient();",
      `using var request = new HttpRequestMessage(${methodOf(sample.method)}, ${address});`,
      ...headers.map(([name, value]) => `request.Headers.Add(${csText(name)}, ${csText(value)});`),
      ...(sample.body === undefined
        ? []
        : [`request.Content = JsonContent.Create(${literal(CSHARP, sample.body)});`]),
      sample.isStream ? READ_STREAM : READ,
    ].join("\n");
  },
  setup: (publicUrl) => `using System.Net.Http.Json;
using System.Text.Json.Nodes;

var vezne = ${csText(publicUrl)};
var key = "${KEY}";
using var http = new HttpClient();

${SETUP}`,
  step({ method, path, body, idempotencyKey, field, variable }) {
    const given = [
      methodOf(method),
      csText(path),
      ...(body === undefined ? [] : [literal(CSHARP, body)]),
      ...(idempotencyKey === undefined ? [] : [`idempotencyKey: ${csText(idempotencyKey)}`]),
    ];
    const call = `(await Call(${given.join(", ")}))["${field}"]`;
    if (variable === undefined) return `Console.WriteLine(${call});`;
    const print = `Console.WriteLine($"${variable}: {${variable}}");`;
    return `var ${variable} = ${call}!.ToString();\n${print}`;
  },
};

const READ = `using var answer = await http.SendAsync(request);
Console.WriteLine(await answer.Content.ReadAsStringAsync());`;

const READ_STREAM = `using var answer = await http.SendAsync(
    request, HttpCompletionOption.ResponseHeadersRead);
using var reader = new StreamReader(await answer.Content.ReadAsStreamAsync());
while (await reader.ReadLineAsync() is { } line) Console.WriteLine(line);`;
