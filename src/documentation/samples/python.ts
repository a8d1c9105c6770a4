import { literal, type Notation } from "./literal.ts";
import { hasVariable, headersOf, KEY, partsOf, type SampleLanguage } from "./sample.ts";

const PYTHON: Notation = {
  string: pyText,
  words: { true: "True", false: "False", null: "None" },
  object: { open: "{", close: "}", empty: "{}" },
  list: { open: "[", close: "]", empty: "[]" },
  pair: (name, value) => `${pyText(name)}: ${value}`,
  indent: "    ",
};

function pyText(text: string): string {
  if (!hasVariable(text)) return JSON.stringify(text);
  const [first, ...rest] = partsOf(text);
  if (rest.length === 0 && typeof first === "object") return first.variable;
  const pieces = partsOf(text).map((part) =>
    typeof part === "string"
      ? JSON.stringify(part).slice(1, -1).replace(/[{}]/g, "$&$&")
      : `{${part.variable}}`,
  );
  return `f"${pieces.join("")}"`;
}

const IMPORTS = "from urllib.request import Request, urlopen";

const SETUP = `def call(method, path, body=None, idempotency_key=None):
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(vezne + path, data, headers, method=method)) as answer:
        return json.load(answer)`;

/** Samples for Python 3, with its standard library alone. */
export const python: SampleLanguage = {
  name: "Python",
  fence: "python",
  program(sample) {
    const headers = Object.fromEntries(headersOf(sample));
    const given = [
      pyText(sample.publicUrl + sample.path),
      ...(sample.method === "GET" ? [] : [`method=${pyText(sample.method)}`]),
      ...(Object.keys(headers).length === 0 ? [] : [`headers=${literal(PYTHON, headers, 1)}`]),
      ...(sample.body === undefined
        ? []
        : [`data=json.dumps(${literal(PYTHON, sample.body, 1)}).encode()`]),
    ];
    return `${sample.body === undefined ? "" : "import json\n"}${IMPORTS}

request = Request(
${given.map((one) => `    ${one},\n`).join("")})
with urlopen(request) as answer:
${sample.isStream ? READ_STREAM : "    print(answer.read().decode())"}`;
  },
  setup: (publicUrl) =>
    `import json\n${IMPORTS}\n\nvezne = ${pyText(publicUrl)}\nkey = "${KEY}"\n\n\n${SETUP}`,
  step({ method, path, body, idempotencyKey, field, variable }) {
    const given = [
      pyText(method),
      pyText(path),
      ...(body === undefined ? [] : [literal(PYTHON, body)]),
      ...(idempotencyKey === undefined ? [] : [`idempotency_key=${pyText(idempotencyKey)}`]),
    ];
    const call = `call(${given.join(", ")})["${field}"]`;
    if (variable === undefined) return `print(${call})`;
    return `${variable} = ${call}\nprint("${variable}:", ${variable})`;
  },
};

const READ_STREAM = `    for line in answer:
        print(line.decode(), end="")`;
