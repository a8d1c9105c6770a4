import type { LineAnswer } from "../../../src/acquirer/kit/bank-line.ts";
import { isStorable } from "../../../src/kernel/text.ts";
import { wrapText, type Planted } from "./planted-text.ts";

type Answered = Extract<LineAnswer, { kind: "answered" }>;

const NAMES = ["CardHolderName", "Description", "email"] as const;

/** The bank's answer with a payer's text in a field of its own, in the answer's own format. */
export function plantAnswer(answer: Answered, planted: Planted): Answered {
  const body = answer.body.toString();
  const name = NAMES[planted.field % NAMES.length] ?? NAMES[0];
  const text = wrapText("", planted);
  const place = { body, name, at: Math.floor(planted.field / NAMES.length) };
  return { ...answer, body: Buffer.from(formatOf(body)(place, text)) };
}

type Place = { readonly body: string; readonly name: string; readonly at: number };

function formatOf(body: string): (place: Place, text: string) => string {
  const start = body.trimStart();
  if (start.startsWith("<")) return inXml;
  return start.startsWith("{") || start.startsWith("[") ? inJson : inPairs;
}

function inXml({ body, name, at }: Place, text: string): string {
  const allowed = isStorable(text) ? text : text.replace(/[\0\ud800-\udfff]/g, "");
  const escaped = allowed
    .replace(/[\p{Cc}\ufffe\uffff]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  // Beside an element that has text, where the bank's own fields stand.
  const element = `<${name}>${escaped}</${name}>`;
  return spliced(body, { at, pattern: /<(\w+)>[^<]*<\/\1>/g, text: element });
}

function inJson({ body, name, at }: Place, text: string): string {
  const member = `${JSON.stringify(name)}:${JSON.stringify(text)},`;
  return spliced(body, { at, pattern: /(?<=\{\s*)"/g, text: member });
}

function inPairs({ body, name, at }: Place, text: string): string {
  return spliced(body, { at, pattern: /(?<=^|;;)\w+=/g, text: `${name}=${text};;` });
}

type Splice = { readonly at: number; readonly pattern: RegExp; readonly text: string };

function spliced(body: string, { at, pattern, text }: Splice): string {
  const places = [...body.matchAll(pattern)].map(({ index }) => index);
  const place = places[at % places.length] ?? body.length;
  return body.slice(0, place) + text + body.slice(place);
}
