/** The key of the one published test shop. */
export const INTERVPOS_MERCHANT_KEY = "gDg1N";

export const FORM_VECTOR = {
  fields: {
    ShopCode: "3123",
    OrderId: "order222",
    PurchAmount: "100.25",
    OkUrl: "https://domain.com/success",
    FailUrl: "https://domain.com/fail_url",
    TxnType: "Auth",
    InstallmentCount: "",
    Rnd: "rand",
  },
  hash: "vEbwP8wnsGrBR9oCjfxP9wlho1g=",
} as const;

/** A refused return as the bank posted it. */
export const RETURN_VECTOR = {
  fields: {
    PurchAmount: "320",
    Currency: "949",
    OkUrl: "https://localhost/pos/examples/interpos/3d/success.php",
    FailUrl: "https://localhost/pos/examples/interpos/3d/fail.php",
    OrderId: "20220327140D",
    ProcReturnCode: "81",
    mdStatus: "0",
    HASHPARAMS:
      "Version:PurchAmount:Exponent:Currency:OkUrl:FailUrl:MD:OrderId:ProcReturnCode:Response" +
      ":mdStatus:",
    HASHPARAMSVAL:
      "320949https://localhost/pos/examples/interpos/3d/success.php" +
      "https://localhost/pos/examples/interpos/3d/fail.php20220327140D810",
  },
  hash: "9DZVckklZFjuoA7sl4MN0l7VDMo=",
} as const;
