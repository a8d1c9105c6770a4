/** The one published test shop, so that one configuration serves the bank and its imitation. */
export const SHOP = {
  ShopCode: "3123",
  UserCode: "InterTestApi",
  UserPass: "3",
  MerchantPass: "gDg1N",
} as const;
