import { isDeepStrictEqual } from "node:util";
import { LIVE_POINTS } from "../../domain/connection/live-readiness.ts";
import { KEY_RIGHTS } from "../../domain/merchant/key-right.ts";
import { OPERATOR_RIGHTS } from "../../domain/merchant/operator-right.ts";
import {
  missingOperatorRight,
  missingRight,
  operatorKeyElsewhere,
} from "../problem/key-problems.ts";
import { INVALID_OPERATOR_KEY, MISSING_OPERATOR_KEY } from "../caller/operator-auth.ts";
import { problemBody } from "../problem/problem.ts";
import { PROBLEM_STATUS, type ProblemCode } from "../problem/problem-codes.ts";
import type { Operation, ProblemExample } from "./operation.ts";
import { ofField, PROBLEM_EXAMPLES } from "./problem-examples.ts";
import { OF_CONNECTION, problemsOf } from "./problems-of.ts";
import type { CatalogRoute } from "./route-catalog.ts";
import type { Json } from "./schema-writer.ts";

/** The members of a problem besides the common ones. */
const MEMBERS: Readonly<Partial<Record<ProblemCode, Json>>> = {
  event_not_in_feed: { after: { type: "string", description: "The event to go on from." } },
  payment_in_progress: { order_id: { type: "string", description: "The payment under way." } },
  session_already_paid: { order_id: { type: "string", description: "The payment that paid it." } },
  not_refundable: { payment_status: ref("PaymentStatus") },
  not_voidable: { payment_status: ref("PaymentStatus") },
  not_capturable: { payment_status: ref("PaymentStatus") },
  refund_exceeds_amount: {
    refundable_amount: {
      type: "integer",
      description: "The amount that is left to refund, in minor units.",
    },
  },
  refund_needs_approval: {
    approval_limit: { type: "integer", description: "The merchant's limit, in minor units." },
  },
  live_not_ready: {
    missing: {
      type: "array",
      items: { enum: LIVE_POINTS },
      description: "The conditions that are missing.",
    },
  },
  capture_exceeds_amount: {
    capturable_amount: { type: "integer", description: "The held amount, in minor units." },
  },
};

export type Described = {
  readonly operation: Operation;
  readonly route: CatalogRoute;
  /** The address of the pages about errors. */
  readonly docs: string;
};

/** Examples for operator keys, of codes that have another example for merchants' keys. */
const OF_OPERATORS: Readonly<Partial<Record<ProblemCode, ProblemExample>>> = {
  missing_api_key: MISSING_OPERATOR_KEY,
  invalid_api_key: INVALID_OPERATOR_KEY,
  network_not_allowed: operatorKeyElsewhere("203.0.113.9"),
};

/** The example of a code that the operation gives none for. */
function commonExample(
  code: ProblemCode,
  { route: { method, right, operatorRight }, operation }: Described,
): ProblemExample {
  if (operatorRight !== undefined) {
    if (code === "missing_right") return missingOperatorRight(operatorRight);
    const example = OF_OPERATORS[code];
    if (example !== undefined) return example;
  }
  if (code === "missing_right" && right !== undefined) return missingRight(right);
  if (code === "validation_failed" && !operation.problems.includes(code)) {
    return ofField("A query parameter", "must be percent-encoded UTF-8 without control characters");
  }
  // A GET has no body, so only a `Content-Encoding` can be unsupported.
  return method === "GET" && code === "unsupported_media_type"
    ? { detail: "Content-Encoding must not be used: send the body as it is." }
    : PROBLEM_EXAMPLES[code];
}

export function problemResponses(described: Described): Json {
  const responses: Record<string, Json> = {};
  for (const [status, codes] of problemsOf(described.operation, described.route)) {
    responses[status] = {
      description: `${codes.map((code) => `\`${code}\``).join(", ")}.`,
      headers: headersOf(status, described.route),
      content: contentOf(described, status, codes),
    };
  }
  for (const status of [408, 417, 431]) {
    responses[status] = { $ref: `#/components/responses/Connection${status}` };
  }
  return responses;
}

function contentOf(described: Described, status: number, codes: readonly ProblemCode[]): Json {
  const { errorForm } = described.route;
  const examples = Object.fromEntries(
    codes.map((code) => [code, { value: exampleBody(described, code) }]),
  );
  if (errorForm === "detail") {
    const detail = { "application/json": { schema: ref("ErrorDetail"), examples } };
    return onConnection(status) ? { ...detail, ...connectionContent(status) } : detail;
  }
  const base = errorForm === "problem" ? "Problem" : "PaymentProblem";
  const own = problemSchema(base, codes, described.route);
  const schema = onConnection(status) ? either(own, connectionSchema(status)) : own;
  return { "application/problem+json": { schema, examples } };
}

function either(one: Json, other: Json): Json {
  return isDeepStrictEqual(one, other) ? one : { anyOf: [one, other] };
}

function problemSchema(base: string, codes: readonly ProblemCode[], route?: CatalogRoute): Json {
  const members = Object.fromEntries(
    codes.flatMap((code) =>
      Object.entries((code === "missing_right" ? rightOf(route) : MEMBERS[code]) ?? {}),
    ),
  );
  return { allOf: [ref(base)], properties: { code: { enum: [...codes] }, ...members } };
}

function rightOf(route: CatalogRoute | undefined): Json {
  const rights = route?.operatorRight === undefined ? KEY_RIGHTS : OPERATOR_RIGHTS;
  return { right: { enum: rights, description: "The right that the call needs." } };
}

function onConnection(status: number): boolean {
  return OF_CONNECTION.some((code) => PROBLEM_STATUS[code] === status);
}

function connectionSchema(status: number): Json {
  return problemSchema(
    "Problem",
    OF_CONNECTION.filter((code) => PROBLEM_STATUS[code] === status),
  );
}

function connectionContent(status: number): Json {
  return { "application/problem+json": { schema: connectionSchema(status) } };
}

/** The responses to requests that could not be read, whatever their path. */
export function connectionResponses(docs: string): Json {
  const codes = OF_CONNECTION.filter((code) => [408, 417, 431].includes(PROBLEM_STATUS[code]));
  return Object.fromEntries(
    codes.map((code) => {
      const status = PROBLEM_STATUS[code];
      const problem = { code, ...PROBLEM_EXAMPLES[code] };
      const value = problemBody(problem, { docs, payment: false });
      const content = {
        "application/problem+json": {
          schema: connectionSchema(status),
          examples: { [code]: { value } },
        },
      };
      const headers = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
      return [`Connection${status}`, { description: `\`${code}\`.`, headers, content }];
    }),
  );
}

function exampleBody(described: Described, code: ProblemCode): object {
  const { operation, route, docs } = described;
  const text = operation.problemExamples?.[code] ?? commonExample(code, described);
  if (route.errorForm === "detail") return { detail: text.detail };
  const problem = { code, ...text };
  return problemBody(problem, { docs, payment: route.errorForm !== "problem" });
}

/** The headers of any answer. */
export const ANY_HEADERS: Json = {
  "X-Request-Id": header("RequestId"),
  RateLimit: header("RateLimit"),
  "RateLimit-Policy": header("RateLimitPolicy"),
};

function headersOf(status: number, { errorForm }: CatalogRoute): Json {
  return {
    ...ANY_HEADERS,
    ...(status === 401 && errorForm !== "detail"
      ? { "WWW-Authenticate": header("Authenticate") }
      : {}),
    ...(status === 503 || status === 429 ? { "Retry-After": header("RetryAfter") } : {}),
    ...(errorForm === "detail" ? { Link: header("Help") } : {}),
  };
}

function header(name: string): Json {
  return { $ref: `#/components/headers/${name}` };
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}
