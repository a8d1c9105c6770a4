/** An account that the test bank knows; it may use every dialect. */
export type BoaMerchant = {
  readonly merchantId: string;
  readonly customerId: string;
  readonly userName: string;
  readonly password: string;
};

/** Kuveyt Türk's published test account, and one for Vakıf Katılım, which has published none. */
const MERCHANTS: readonly BoaMerchant[] = [
  { merchantId: "496", customerId: "400235", userName: "apitest", password: "api123" },
  { merchantId: "1", customerId: "11111", userName: "APIUSER", password: "api123" },
];

export function merchantOf(merchantId: string): BoaMerchant | undefined {
  return MERCHANTS.find((one) => one.merchantId === merchantId);
}

type Identity = {
  readonly merchantId: string;
  readonly customerId: string;
  readonly userName: string;
};

/** The account of a message, if all three of its names belong together. */
export function accountOf({ merchantId, customerId, userName }: Identity): BoaMerchant | undefined {
  const merchant = merchantOf(merchantId);
  const isSame = merchant?.customerId === customerId && merchant.userName === userName;
  return isSame ? merchant : undefined;
}
