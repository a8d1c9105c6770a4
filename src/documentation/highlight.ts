import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import csharp from "highlight.js/lib/languages/csharp";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";

const LANGUAGES = { bash, csharp, javascript, json, php, python, typescript, xml };

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** The names of code blocks that the library calls otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  html: "xml",
  js: "javascript",
  sh: "bash",
  ts: "typescript",
  tsx: "typescript",
};

/** A piece of code with the class of its token; no class for plain code. */
export type Token = { readonly text: string; readonly kind: string | undefined };

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** Splits code into tokens; code of a language that is not known is one plain token. */
export function tokensOf(code: string, name: string): readonly Token[] {
  const language = NAMES[name] ?? name;
  if (hljs.getLanguage(language) === undefined) return [{ text: code, kind: undefined }];
  const { value } = hljs.highlight(code, { language });
  const kinds: string[] = [];
  const tokens: Token[] = [];
  for (const piece of value.split(/(<span class="[^"]*">|<\/span>)/)) {
    const [, classes] = /^<span class="([^"]*)">$/.exec(piece) ?? [];
    if (classes !== undefined) kinds.push(classes);
    else if (piece === "</span>") kinds.pop();
    else if (piece !== "") tokens.push({ text: decoded(piece), kind: kindOf(kinds) });
  }
  return tokens;
}

function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** The kinds that the style sheet colours, by the library's classes. */
const KINDS: Readonly<Record<string, string>> = {
  attr: "key",
  attribute: "key",
  built_in: "name",
  comment: "note",
  keyword: "word",
  literal: "number",
  meta: "word",
  name: "word",
  number: "number",
  operator: "plain",
  property: "key",
  regexp: "text",
  string: "text",
  subst: "plain",
  tag: "plain",
  title: "name",
  type: "name",
  variable: "key",
};

/** The kind of the innermost class that has a colour. */
function kindOf(classes: readonly string[]): string | undefined {
  const names = classes.map((one) => /^hljs-([a-z_]+)/.exec(one)?.[1] ?? "");
  const kind = KINDS[names.findLast((name) => name in KINDS) ?? ""];
  return kind === "plain" ? undefined : kind;
}
