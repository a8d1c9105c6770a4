/**
 * The protocols of real banks, in the order in which people choose one. The service has an adapter
 * and the test bank a door for each.
 */
export const PROTOCOL_NAMES = [
  "nestpay",
  "garanti",
  "posnet",
  "akbank",
  "payfor",
  "payflex",
  "boa",
  "albaraka",
  "intervpos",
  "iyzico",
] as const;

export type ProtocolName = (typeof PROTOCOL_NAMES)[number];
