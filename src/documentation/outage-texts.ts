export type ErrorText = { readonly cause: string; readonly fix: string };

/** The texts of problems of the service itself, which no other request could have avoided. */
export const OUTAGE_TEXTS = {
  internal_error: {
    cause: "A fault of the service, which its log describes.",
    fix:
      "Send the call again with the same `Idempotency-Key`. If it fails again, give the operator the " +
      "`X-Request-Id` of the answer.",
  },
  database_unavailable: {
    cause: "The service's database is away, full or too busy at the moment.",
    fix:
      "Send the same call again after `Retry-After` seconds, with the same `Idempotency-Key`: until " +
      "then it is unknown if the call was carried out.",
  },
  database_read_only: {
    cause:
      "The service's database takes no writes at the moment, for example during a switch to another " +
      "server. Calls that only read are answered.",
    fix: "Send the same call again after `Retry-After` seconds, with the same `Idempotency-Key`: nothing was done.",
  },
  event_not_in_feed: {
    cause:
      "`after` names an event that was lost: the service was restored from a backup that is older " +
      "than the event.",
    fix:
      "Go on with the id in `after` of the answer. It gives every event since the backup; some of " +
      "them your system may know already, by their ids.",
  },
  service_stopping: {
    cause: "The service is being stopped or restarted, and takes no new calls.",
    fix: "Send the same call again after `Retry-After` seconds, on a new connection: nothing was done.",
  },
  service_busy: {
    cause:
      "So many of your calls are under way that this one would slow down other merchants; it was " +
      "given up after two seconds in the queue. Or the service received so many large bodies at " +
      "once that it had no room for that of this call.",
    fix:
      "Send the same call again after `Retry-After` seconds: nothing was done. Send fewer calls at " +
      "once.",
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
