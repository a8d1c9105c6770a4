/** Every limit of the interface, named once (contract C2 and C3, spec 8). */
export const BOUNDS = {
  amountMin: 1,
  amountMax: 999_999_999_999,
  textMax: 255,
  referenceMax: 100,
  addressMax: 1_000,
  urlMax: 2_048,
  basketMax: 500,
  quantityMax: 1_000_000,
  metadataKeysMax: 50,
  metadataBytesMax: 8 * 1_024,
  bodyBytesMax: 256 * 1_024,
  jsonDepthMax: 32,
  jsonPartsMax: 10_000,
  /** Fields of a form or a query; the largest form is that of a bank's return, about 60. */
  formFieldsMax: 500,
  idempotencyKeyMax: 255,
  perPageMax: 100,
  redirectUrlMax: 2_000,
  installmentsMax: 99,
  binRowsMax: 100_000,
  termRowsMax: 5_000,
} as const;
