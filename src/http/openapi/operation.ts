import type { TSchema } from "typebox";
import type { ProblemCode } from "../problem/problem-codes.ts";

/** The description of a route beyond its schemas. */
export type Operation = {
  /** The `operationId`, from which generated clients name the call. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  /** Request headers besides those of every call. */
  readonly headers?: readonly "Vezne-Response-Style"[];
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** The schemas of a 200 by media type; several schemas are variants of one answer. */
  readonly answers: Readonly<Record<string, readonly TSchema[]>>;
  readonly answerHeaders?: readonly "Content-Disposition"[];
  /** The examples, each with a request and its answer. */
  readonly examples: Readonly<Record<string, Example>>;
  /** The problems of this operation besides those of any call. */
  readonly problems: readonly ProblemCode[];
  readonly problemExamples?: Readonly<Partial<Record<ProblemCode, ProblemExample>>>;
  /** The main spelling of the path; present only on an operation with another spelling. */
  readonly spelledAs?: string;
};

export type Tag =
  | "Sessions"
  | "Payments"
  | "Cards and installments"
  | "Refunds, captures and voids"
  | "Reports"
  | "Events"
  | "Administration";

/** The authentication of a call (spec 5, contract C2). */
export type Access =
  | "operator key"
  | "merchant key"
  | "merchant key anywhere"
  | "key in body"
  | "session"
  | "session or key";

/** The type of a query parameter for clients; the validator receives every value as text. */
export type Parameter = { readonly description?: string; readonly schema?: object };

export type Example = {
  readonly summary: string;
  readonly body?: object;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as plain text. */
  readonly answer: object | string;
};

/** The parts of a problem that differ between two examples of one code. */
export type ProblemExample = {
  readonly detail: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** Copies an operation for the other spelling of its path; `path` is the main spelling. */
export function spelledOtherwise(operation: Operation, id: string, path: string): Operation {
  const description = `Another spelling of \`${path}\`; both are always served.`;
  return { ...operation, id, description, spelledAs: path };
}
