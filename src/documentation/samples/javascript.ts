import { literal, type Notation } from "./literal.ts";
import { hasVariable, headersOf, KEY, partsOf, type SampleLanguage } from "./sample.ts";

export const JAVASCRIPT: Notation = {
  string: jsText,
  words: { true: "true", false: "false", null: "null" },
  object: { open: "{", close: "}", empty: "{}" },
  list: { open: "[", close: "]", empty: "[]" },
  pair: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : jsText(name)}: ${value}`,
  indent: "  ",
};

function jsText(text: string): string {
  if (!hasVariable(text)) return JSON.stringify(text);
  const [first, ...rest] = partsOf(text);
  if (rest.length === 0 && typeof first === "object") return first.variable;
  const pieces = partsOf(text).map((part) =>
    typeof part === "string" ? part.replace(/[`\\$]/g, "\\$&") : `\${${part.variable}}`,
  );
  return `\`${pieces.join("")}\``;
}

const SETUP = `async function call(method, path, body, idempotencyKey) {
  const headers = { Authorization: \`Bearer \${key}\`, "Content-Type": "application/json" };
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  const answer = await fetch(vezne + path, { method, headers, body: JSON.stringify(body) });
  return answer.json();
}`;

/** Samples with the \`fetch\` of Node, without a package. */
export const nodeFetch: SampleLanguage = {
  name: "Node fetch",
  fence: "js",
  program(sample) {
    const headers = Object.fromEntries(headersOf(sample));
    const lines = [
      ...(sample.method === "GET" ? [] : [`method: ${jsText(sample.method)}`]),
      ...(Object.keys(headers).length === 0 ? [] : [`headers: ${literal(JAVASCRIPT, headers, 1)}`]),
      ...(sample.body === undefined
        ? []
        : [`body: JSON.stringify(${literal(JAVASCRIPT, sample.body, 1)})`]),
    ];
    const options = lines.length === 0 ? "" : `, {\n${lines.map((one) => `  ${one},\n`).join("")}}`;
    return `const answer = await fetch(${jsText(sample.publicUrl + sample.path)}${options});
${sample.isStream ? READ_STREAM : "console.log(await answer.text());"}`;
  },
  setup: (publicUrl) => `const vezne = ${jsText(publicUrl)};\nconst key = "${KEY}";\n\n${SETUP}`,
  step({ method, path, body, idempotencyKey, field, variable }) {
    const given = [
      jsText(method),
      jsText(path),
      ...(body === undefined ? [] : [literal(JAVASCRIPT, body)]),
      ...(idempotencyKey === undefined ? [] : [jsText(idempotencyKey)]),
    ];
    const call = `await call(${given.join(", ")})`;
    if (variable === undefined) return `console.log((${call}).${field});`;
    return `const { ${field}: ${variable} } = ${call};\nconsole.log("${variable}:", ${variable});`;
  },
};

const READ_STREAM = `for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
  console.log(piece);
}`;
