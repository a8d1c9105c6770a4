import { headersOf, partsOf, type Sample, type SampleLanguage, type Step } from "./sample.ts";

const WIDTH = 76;
const NEXT = " \\\n  ";

/** Samples for a shell with curl, and with jq where an answer is read. */
export const curl: SampleLanguage = {
  name: "curl",
  fence: "sh",
  program(sample) {
    return [
      `curl -sS ${flags(sample)}${quoted(sample.publicUrl + sample.path)}`,
      ...headersOf(sample).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      ...bodyOf(sample),
    ].join(NEXT);
  },
  setup: (publicUrl) => `VEZNE=${publicUrl}\nVEZNE_KEY=vz_test_YOUR_KEY`,
  step(step) {
    const call = [
      `curl -sS ${flags(step)}${doubleQuoted(`{{vezne}}${step.path}`)}`,
      ...stepHeaders(step).map((header) => `-H ${doubleQuoted(header)}`),
      ...bodyOf(step),
    ].join(NEXT);
    const read = `${call} | jq -r .${step.field}`;
    if (step.variable === undefined) return read;
    return `${nameOf(step.variable)}=$(${read})\necho "${step.variable}: $${nameOf(step.variable)}"`;
  },
};

function flags({ method, body, isStream }: Sample): string {
  const isPlain = method === (body === undefined ? "GET" : "POST");
  return `${isStream ? "-N " : ""}${isPlain ? "" : `-X ${method} `}`;
}

function stepHeaders({ key, body, idempotencyKey }: Step): readonly string[] {
  return [
    ...(key === undefined ? [] : ["Authorization: Bearer {{key}}"]),
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
  ];
}

function bodyOf({ body }: Sample): readonly string[] {
  if (body === undefined) return [];
  const short = JSON.stringify(body);
  return [`-d ${quoted(short.length <= WIDTH ? short : JSON.stringify(body, null, 2))}`];
}

/** Single quotes, which end before a variable and begin again behind it. */
function quoted(text: string): string {
  const pieces = partsOf(text).map((part) =>
    typeof part === "string" ? part.replaceAll("'", "'\\''") : `'$${nameOf(part.variable)}'`,
  );
  return `'${pieces.join("")}'`;
}

function doubleQuoted(text: string): string {
  const pieces = partsOf(text).map((part) =>
    typeof part === "string" ? part : `$${nameOf(part.variable)}`,
  );
  return `"${pieces.join("")}"`;
}

function nameOf(variable: string): string {
  return variable === "key" ? "VEZNE_KEY" : variable.toUpperCase();
}
