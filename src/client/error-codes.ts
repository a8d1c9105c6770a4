import type { ServiceErrorCode } from "../../clients/typescript/interface.d.ts";

/** Errors that the client detects: no answer, or an invalid one. */
export type ClientErrorCode =
  | "connection_failed"
  | "timed_out"
  | "unreadable_answer"
  | "signature_missing"
  | "signature_invalid"
  | "timestamp_out_of_tolerance";

/** A later version of the service may have further codes. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode | (string & Record<never, never>);

/** Used for problems without a code: those of session creation and of proxies. */
const CODE_OF_STATUS: Readonly<Record<number, ServiceErrorCode>> = {
  400: "validation_failed",
  401: "invalid_api_key",
  404: "not_found",
  413: "body_too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
  500: "internal_error",
};

export function codeOfStatus(status: number): ErrorCode {
  return CODE_OF_STATUS[status] ?? "unreadable_answer";
}
