/** Scripts read one JSON document instead of what people read. */
export const json = {
  type: "boolean",
  description: "Print one JSON document",
  default: false,
} as const;

/** Whose it is, for commands about one merchant. */
export const merchant = {
  type: "string",
  required: true,
  description: "Merchant id (mer_…)",
} as const;
