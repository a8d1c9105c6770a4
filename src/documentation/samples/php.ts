import { literal, type Notation } from "./literal.ts";
import { hasVariable, headersOf, KEY, partsOf, type SampleLanguage } from "./sample.ts";

const PHP: Notation = {
  string: phpText,
  words: { true: "true", false: "false", null: "null" },
  object: { open: "[", close: "]", empty: "new stdClass()" },
  list: { open: "[", close: "]", empty: "[]" },
  pair: (name, value) => `${phpText(name)} => ${value}`,
  indent: "    ",
};

function phpText(text: string): string {
  if (!hasVariable(text)) return `'${text.replace(/['\\]/g, "\\$&")}'`;
  const [first, ...rest] = partsOf(text);
  if (rest.length === 0 && typeof first === "object") return `$${first.variable}`;
  const pieces = partsOf(text).map((part) =>
    typeof part === "string" ? part.replace(/["\\$]/g, "\\$&") : `{$${part.variable}}`,
  );
  return `"${pieces.join("")}"`;
}

const SETUP = `function call($method, $path, $body = null, $idempotencyKey = null)
{
    global $vezne, $key;
    $headers = ["Authorization: Bearer $key", 'Content-Type: application/json'];
    if ($idempotencyKey !== null) {
        $headers[] = "Idempotency-Key: $idempotencyKey";
    }
    $curl = curl_init($vezne . $path);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HTTPHEADER => $headers,
    ]);
    if ($body !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body));
    }
    return json_decode(curl_exec($curl), true);
}`;

/** Samples for PHP with its curl extension. */
export const php: SampleLanguage = {
  name: "PHP",
  fence: "php",
  program(sample) {
    const headers = headersOf(sample).map(([name, value]) => `${name}: ${value}`);
    const options = [
      ...(sample.method === "GET" ? [] : [`CURLOPT_CUSTOMREQUEST => ${phpText(sample.method)}`]),
      ...(headers.length === 0 ? [] : [`CURLOPT_HTTPHEADER => ${literal(PHP, headers, 1)}`]),
      ...(sample.body === undefined
        ? []
        : [`CURLOPT_POSTFIELDS => json_encode(${literal(PHP, sample.body, 1)})`]),
    ];
    const set = options.map((one) => `    ${one},\n`).join("");
    return `<?php
$curl = curl_init(${phpText(sample.publicUrl + sample.path)});
${options.length === 0 ? "" : `curl_setopt_array($curl, [\n${set}]);\n`}curl_exec($curl); // prints the answer`;
  },
  setup: (publicUrl) => `<?php\n$vezne = ${phpText(publicUrl)};\n$key = '${KEY}';\n\n${SETUP}`,
  step({ method, path, body, idempotencyKey, field, variable }) {
    const given = [
      phpText(method),
      phpText(path),
      ...(body === undefined ? [] : [literal(PHP, body)]),
      ...(idempotencyKey === undefined ? [] : [phpText(idempotencyKey)]),
    ];
    const call = `call(${given.join(", ")})['${field}']`;
    if (variable === undefined) return `echo ${call}, "\\n";`;
    return `$${variable} = ${call};\necho "${variable}: $${variable}\\n";`;
  },
};
