import { isRecord } from "../../kernel/json.ts";
import type { ColumnMapping, MappedFields } from "../../domain/table/column-mapping.ts";
import { mappingDocument } from "../../domain/table/read-mapping.ts";

export type Typed = Readonly<Record<string, string | undefined>>;

/** The names of the form's fields. */
export const columnField = (field: string): string => `column:${field}`;
export const fixedField = (field: string): string => `fixed:${field}`;
export const wordsField = (field: string, meaning: string): string => `words:${field}:${meaning}`;

/**
 * The document of a mapping that a person has chosen in the form. Sheet, line of the headers and
 * encoding, for which the form has no fields, stay as they were kept.
 */
export function documentOf(
  body: Typed,
  fields: MappedFields,
  kept: ColumnMapping | undefined,
): Readonly<Record<string, unknown>> {
  const typed = (name: string): string => (body[name] ?? "").trim();
  const chosen = (name: string): string | undefined =>
    typed(name) === "" ? undefined : typed(name);
  const columns: Record<string, string> = {};
  const fixed: Record<string, string> = {};
  const values: Record<string, Record<string, string>> = {};
  for (const [field, { meanings = [] }] of Object.entries(fields)) {
    const header = typed(columnField(field));
    const all = typed(fixedField(field));
    if (header !== "") columns[field] = header;
    else if (all !== "") fixed[field] = all;
    const words = meanings.flatMap((meaning) =>
      wordsOf(typed(wordsField(field, meaning))).map((word) => [word, meaning] as const),
    );
    if (words.length > 0) values[field] = Object.fromEntries(words);
  }
  const { sheet, headerLine, encoding } = kept ?? {};
  return {
    sheet,
    header_line: headerLine,
    encoding,
    columns,
    fixed,
    values,
    decimal: chosen("decimal"),
    day: chosen("day"),
  };
}

/** The fields of the form for a mapping that is kept. */
export function typedOf(mapping: ColumnMapping | undefined): Typed {
  if (mapping === undefined) return {};
  const { columns, fixed, values, decimal, day } = mapping;
  const words: Record<string, string> = {};
  for (const [field, meanings] of Object.entries(values ?? {})) {
    for (const [word, meaning] of Object.entries(meanings)) {
      const name = wordsField(field, meaning);
      words[name] = words[name] === undefined ? word : `${words[name]}, ${word}`;
    }
  }
  return {
    decimal,
    day,
    ...renamed(columns, columnField),
    ...renamed(fixed ?? {}, fixedField),
    ...words,
  };
}

/** A mapping as a hidden field carries it; `undefined` of a text that is no JSON. */
export const mappingText = (mapping: ColumnMapping): string =>
  JSON.stringify(mappingDocument(mapping));

export function mappingGiven(text: string): unknown {
  try {
    const given: unknown = JSON.parse(text);
    return isRecord(given) ? given : undefined;
  } catch {
    return undefined;
  }
}

function wordsOf(text: string): readonly string[] {
  return text.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
}

function renamed(
  texts: Readonly<Record<string, string>>,
  nameOf: (field: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [nameOf(field), text]));
}
