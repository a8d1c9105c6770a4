/** Prints one JSON document for scripts instead of text for people. */
export const json = {
  type: "boolean",
  description: "Print one JSON document",
  default: false,
} as const;

/** The merchant of a command about one merchant. */
export const merchant = {
  type: "string",
  required: true,
  description: "Merchant id (mer_…)",
} as const;
