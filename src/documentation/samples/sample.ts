import type { Json } from "../../http/openapi/schema-writer.ts";

/**
 * One request of the interface, from which each language writes a sample. A text may contain
 * variables as `{{name}}`: values that an earlier step of the same program has stored.
 */
export type Sample = {
  readonly operationId: string;
  readonly method: string;
  readonly publicUrl: string;
  /** The path with its parameters and its query. */
  readonly path: string;
  /** The parameters of path and query by their names. */
  readonly parameters: Json;
  /** Headers of this operation, without authentication and content type. */
  readonly headers: readonly Header[];
  /** The key that the reader replaces by an own one; undefined for a call without a key. */
  readonly key: string | undefined;
  readonly body: Json | undefined;
  /** True if the answer has no end, as a stream of events. */
  readonly isStream: boolean;
};

export type Header = readonly [name: string, value: string];

/** A request within a program of several steps. */
export type Step = Sample & {
  /** The field of the answer that the step prints. */
  readonly field: string;
  /** The variable that keeps the field for later steps. */
  readonly variable?: string;
  readonly idempotencyKey?: string;
};

/** A language in which samples are written. */
export type SampleLanguage = {
  /** The label of the tab. */
  readonly name: string;
  /** The language of the code block. */
  readonly fence: string;
  /** Writes a program that sends a request and prints the answer; undefined if it can't. */
  program(sample: Sample): string | undefined;
  /** Writes the beginning of a program of several steps. */
  setup(publicUrl: string): string;
  step(step: Step): string;
};

/** The key in the samples for merchants, which a reader replaces by an own one. */
export const KEY = "vz_test_YOUR_KEY";
/** The key in the samples for operators. */
export const OPERATOR_KEY = "vz_operator_YOUR_KEY";

/** The headers that a sample sends, with authentication and content type. */
export function headersOf(sample: Sample): readonly Header[] {
  return [
    ...(sample.key === undefined ? [] : [["Authorization", `Bearer ${sample.key}`] as const]),
    ...(sample.body === undefined ? [] : [["Content-Type", "application/json"] as const]),
    ...sample.headers,
  ];
}

export type Part = string | { readonly variable: string };

/** Splits a text at its variables; empty pieces are left out. */
export function partsOf(text: string): readonly Part[] {
  return text
    .split(/(\{\{\w+\}\})/)
    .filter((piece) => piece !== "")
    .map((piece) => (/^\{\{\w+\}\}$/.test(piece) ? { variable: piece.slice(2, -2) } : piece));
}

export function hasVariable(text: string): boolean {
  return partsOf(text).some((part) => typeof part !== "string");
}
