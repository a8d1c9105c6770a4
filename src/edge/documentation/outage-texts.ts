export type ErrorText = { readonly cause: string; readonly fix: string };

/** Of problems that the service itself has, and that no other request avoids. */
export const OUTAGE_TEXTS = {
  internal_error: {
    cause: "A fault of the service; it is in the log.",
    fix:
      "Send the call again with the same `Idempotency-Key`. If it stays, give the operator the " +
      "`X-Request-Id` of the answer.",
  },
  database_unavailable: {
    cause: "The service can't reach its database at the moment.",
    fix:
      "Send the same call again after `Retry-After` seconds, with the same `Idempotency-Key`: whether it " +
      "was carried out is unknown until then.",
  },
  database_read_only: {
    cause:
      "The service's database takes no writes at the moment, as while it changes over to another server. " +
      "Calls that only read are answered.",
    fix: "Send the same call again after `Retry-After` seconds, with the same `Idempotency-Key`: nothing was done.",
  },
  service_stopping: {
    cause: "The service is being stopped, or started anew, and takes no new calls.",
    fix: "Send the same call again after `Retry-After` seconds, on a new connection: nothing was done.",
  },
  service_busy: {
    cause:
      "So many calls of yours are under way that this one would be served at the cost of other " +
      "merchants; it waited for two seconds and its turn did not come.",
    fix:
      "Send the same call again after `Retry-After` seconds: nothing was done. Have fewer calls under " +
      "way at once.",
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
