import { ok, refused, type Result } from "../../kernel/result.ts";
import { DAY_PATTERNS } from "./day-pattern.ts";
import { ENCODINGS, type ColumnMapping, type MappedFields } from "./column-mapping.ts";

/** Why a mapping can't be used: the place in it, and a sentence about the valid form. */
export type MappingProblem = { readonly field: string; readonly message: string };

const TEXT_MAX = 120;
const ENTRIES_MAX = 100;
const PARTS = [
  "columns",
  "sheet",
  "header_line",
  "decimal",
  "day",
  "encoding",
  "values",
  "fixed",
] as const;

/** Reads a mapping that a person wrote, for tables with these fields; returns all its problems. */
export function readMapping(
  given: unknown,
  fields: MappedFields,
): Result<ColumnMapping, readonly MappingProblem[]> {
  const reader = new MappingReader(fields);
  const document = reader.record("", given) ?? {};
  for (const name of Object.keys(document)) {
    if (!PARTS.some((part) => part === name)) reader.refuse(name, "is no part of a mapping");
  }
  const columns = reader.texts("columns", document["columns"] ?? {});
  const fixed = reader.texts("fixed", document["fixed"] ?? {});
  const missing = Object.entries(fields).filter(
    ([name, { isRequired }]) => isRequired && !(name in columns) && !(name in fixed),
  );
  for (const [name] of missing) reader.refuse(`columns.${name}`, "must name a column's header");
  const mapping: ColumnMapping = {
    columns,
    fixed,
    sheet: reader.text("sheet", document["sheet"]),
    headerLine: reader.line("header_line", document["header_line"]),
    decimal: reader.choice("decimal", document["decimal"] ?? ",", [",", "."] as const) ?? ",",
    day: reader.choice("day", document["day"] ?? DAY_PATTERNS[0], DAY_PATTERNS) ?? DAY_PATTERNS[0],
    encoding:
      document["encoding"] === undefined
        ? undefined
        : reader.choice("encoding", document["encoding"], ENCODINGS),
    values: reader.words(document["values"] ?? {}),
  };
  return reader.problems.length > 0 ? refused(reader.problems) : ok(mapping);
}

/** The document that `readMapping` reads back. */
export function mappingDocument(mapping: ColumnMapping): Readonly<Record<string, unknown>> {
  const { columns, sheet, headerLine, decimal, day, encoding, values, fixed } = mapping;
  const all = { columns, sheet, header_line: headerLine, decimal, day, encoding, values, fixed };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([, value]) =>
        value !== undefined && (typeof value !== "object" || Object.keys(value).length > 0),
    ),
  );
}

class MappingReader {
  readonly problems: MappingProblem[] = [];
  readonly #fields: MappedFields;

  constructor(fields: MappedFields) {
    this.#fields = fields;
  }

  refuse(field: string, message: string): undefined {
    this.problems.push({ field, message });
    return undefined;
  }

  record(field: string, value: unknown): Readonly<Record<string, unknown>> | undefined {
    const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isRecord) return this.refuse(field, "must be an object");
    const entries = Object.entries(value);
    if (entries.length > ENTRIES_MAX)
      return this.refuse(field, `has more than ${ENTRIES_MAX} parts`);
    return Object.fromEntries<unknown>(entries);
  }

  text(field: string, value: unknown): string | undefined {
    if (value === undefined) return undefined;
    const isText = typeof value === "string" && value.trim() !== "" && value.length <= TEXT_MAX;
    if (!isText || /\p{Cc}/u.test(value)) {
      return this.refuse(field, `must be a text of 1 to ${TEXT_MAX} characters`);
    }
    return value.trim();
  }

  line(field: string, value: unknown): number | undefined {
    if (value === undefined) return undefined;
    const isLine = typeof value === "number" && Number.isInteger(value) && value > 0;
    return isLine && value <= 1_000 ? value : this.refuse(field, "must be a line from 1 to 1000");
  }

  choice<Choice extends string>(
    field: string,
    value: unknown,
    choices: readonly Choice[],
  ): Choice | undefined {
    const chosen = choices.find((one) => one === value);
    return chosen ?? this.refuse(field, `must be one of ${choices.join(" ")}`);
  }

  /** Texts by the names of fields. */
  texts(field: string, value: unknown): Readonly<Record<string, string>> {
    const texts = Object.entries(this.record(field, value) ?? {}).flatMap(([name, text]) => {
      this.#known(`${field}.${name}`, name);
      const read = this.text(`${field}.${name}`, text);
      return read === undefined ? [] : [[name, read] as const];
    });
    return Object.fromEntries(texts);
  }

  words(value: unknown): NonNullable<ColumnMapping["values"]> {
    const entries = Object.entries(this.record("values", value) ?? {}).map(([name, words]) => {
      const field = `values.${name}`;
      this.#known(field, name);
      const texts = Object.entries(this.record(field, words) ?? {}).flatMap(([word, text]) => {
        const read = this.text(`${field}.${word}`, text);
        return read === undefined ? [] : [[word, read] as const];
      });
      return [name, Object.fromEntries(texts)] as const;
    });
    return Object.fromEntries(entries);
  }

  #known(field: string, name: string): void {
    if (!Object.hasOwn(this.#fields, name)) {
      this.refuse(field, `is no field; the fields are ${Object.keys(this.#fields).join(", ")}`);
    }
  }
}
