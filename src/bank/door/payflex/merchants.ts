/** A terminal of the published test systems, so that one configuration works at both. */
export type PayflexMerchant = {
  readonly merchantId: string;
  readonly password: string;
  readonly terminalNo: string;
  /** True for the newer 3-D Secure server, which adds `MdStatus` and `Hash` to its return. */
  readonly signsReturn: boolean;
  /** True for the older set-up, which takes the card also in the charge after 3-D Secure. */
  readonly takesCard: boolean;
};

const MERCHANTS: readonly PayflexMerchant[] = [
  {
    merchantId: "000000000007955",
    password: "123Ab456",
    terminalNo: "VP000123",
    signsReturn: true,
    takesCard: false,
  },
  {
    merchantId: "000000000111111",
    password: "3XTgER89as",
    terminalNo: "VP000095",
    signsReturn: false,
    takesCard: true,
  },
];

export function merchantOf(merchantId: string): PayflexMerchant | undefined {
  return MERCHANTS.find((one) => one.merchantId === merchantId);
}
