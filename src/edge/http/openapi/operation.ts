import type { TSchema } from "typebox";
import type { ProblemCode } from "../problem-codes.ts";

/** What the document adds to a route: everything about it that its schemas do not say. */
export type Operation = {
  /** The `operationId`: the name that generated clients give the call. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  /** Request headers beyond those that every call takes. */
  readonly headers?: readonly "Vezne-Response-Style"[];
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** What a 200 holds, by media type; several schemas are the variants of one answer. */
  readonly answers: Readonly<Record<string, readonly TSchema[]>>;
  readonly answerHeaders?: readonly "Content-Disposition"[];
  /** Each a request and the answer to it. */
  readonly examples: Readonly<Record<string, Example>>;
  /** Refusals of its own, besides those that any call may meet. */
  readonly problems: readonly ProblemCode[];
  readonly problemExamples?: Readonly<Partial<Record<ProblemCode, ProblemExample>>>;
  /** The path that is the same under another spelling. */
  readonly spelledAs?: string;
};

export type Tag =
  | "Sessions"
  | "Payments"
  | "Cards and installments"
  | "Refunds, captures and voids"
  | "Reports"
  | "Events";

/** How a call proves whose it is (spec 5, contract C2). */
export type Access = "merchant key" | "key in body" | "session" | "session or key" | "nobody";

/** How a query parameter reads to a client; values of a query are text to the validator. */
export type Parameter = { readonly description?: string; readonly schema?: object };

export type Example = {
  readonly summary: string;
  readonly body?: object;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is JSON, a string another text. */
  readonly answer: object | string;
};

/** What tells one example of a problem from others with its code. */
export type ProblemExample = {
  readonly detail: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** An operation under another spelling of its path. */
export function spelledOtherwise(operation: Operation, id: string, path: string): Operation {
  const description = `Another spelling of \`${path}\`; both are always served.`;
  return { ...operation, id, description, spelledAs: path };
}
