/** Recognizable values of the right form for every example. */
export const EXAMPLE = {
  key: "vz_test_YOUR_KEY",
  session: "ses_7k2m9q4x01jd5w8z3t6v0b2c4e6g8h0j1k3m5n7p9r",
  order: "ORD-7K2M9Q4X01JD5W8Z3T6V0B2C4E6",
  refund: "REF-7K2M9Q4X01JD5X1A7N9P3R5T8V0",
  event: "evt_7k2m9q4x01jd5w8z3t6v0b2c4e6",
  endpoint: "whe_7k2m9q4x01jd5w8z3t6v0b2c4e6",
  webhookSecret: "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=",
  token: "tok_7k2m9q4x01jd5w8z3t6v0b2c4e6g8h0j1k3m5n7p9r",
  merchant: "mer_7k2m9q4x",
  /** The merchant before it in a list. */
  earlierMerchant: "mer_6j1m8p3w",
  operatorKeyId: "opk_7k2m9q4x01jd5w8z",
  keyRef: "3f8a1c2b4d5e6f70",
  lastFour: "7k2m",
  newTestKey: "vz_test_7k2m9q4x01jd5w8z3t6v0b2c4e6g8h0j1k3m5n7p",
  newLiveKey: "vz_live_7k2m9q4x01jd5w8z3t6v0b2c4e6g8h0j1k3m5n7p",
  user: "usr_7k2m9q4x01jd5w8z",
  email: "ayse@example.com",
  choosePasswordUrl:
    "https://pay.example/panel/choose-password?token=7k2m9q4x01jd5w8z3t6v0b2c4e6g8h0j",
  connection: "acq_7k2m9q4x01jd5w8z3t6v0b2c4e6",
  feed: "fed_7k2m9q4x01jd5w8z",
  customer: "customer-7",
  customerOrder: "order-1042",
  reference: "4K7TRNX2A9",
  /** A short text in place of a whole HTML document, which would contain the bank's address. */
  html: "<!doctype html>…",
  amount: 125_000,
  createdAt: "2026-11-23T09:00:00.000Z",
  expiresAt: "2026-11-23T10:00:00.000Z",
  transferBy: "2026-11-26T09:00:00.000Z",
  captureBefore: "2026-11-30T09:00:00.000Z",
  day: "2026-11-23",
  card: "5528790000000008",
} as const;

/** A full card, as `pay` accepts it. */
export const EXAMPLE_CARD = {
  card_holder_name: "Ada Şahin",
  card_number: EXAMPLE.card,
  expire_month: "12",
  expire_year: "2030",
  cvc: "123",
} as const;
