/** Every limit of the interface, named once (contract 2 and 3, spec 8). */
export const BOUNDS = {
  amountMin: 1,
  amountMax: 999_999_999_999,
  textMax: 255,
  addressMax: 1_000,
  urlMax: 2_048,
  basketMax: 500,
  quantityMax: 1_000_000,
  metadataKeysMax: 50,
  metadataBytesMax: 8 * 1_024,
  bodyBytesMax: 256 * 1_024,
  jsonDepthMax: 32,
  idempotencyKeyMax: 255,
  perPageMax: 100,
  redirectUrlMax: 2_000,
} as const;
