type ForSession = { readonly session_id: string };

type CardTerms = ForSession & {
  readonly payment_type: "creditcard";
  /** Requests 3-D Secure; the merchant's policy may require it in any case. */
  readonly is_3d?: boolean | undefined;
  /** One of the counts that `installments` offers; 1 by default. */
  readonly installment_count?: number | `${number}` | undefined;
};

/** A typed card. */
export type CardPayRequest = CardTerms & {
  readonly card_holder_name: string;
  readonly card_number: string;
  /** Two digits. */
  readonly expire_month: string;
  /** Four digits. */
  readonly expire_year: string;
  readonly cvc: string;
  /** Answers with a `card_token` that later payments may use. */
  readonly save_card?: boolean | undefined;
  readonly card_token?: undefined;
};

/** A stored card. */
export type TokenPayRequest = CardTerms & {
  readonly card_token: string;
  /** For merchants that ask for the CVC of stored cards. */
  readonly cvc?: string | undefined;
  readonly card_number?: undefined;
  readonly save_card?: undefined;
};

export type TransferPayRequest = ForSession & {
  readonly payment_type: "bank_transfer" | "wire_transfer";
  /** One of the banks of `options.wireTransfer`; the first by default. */
  readonly bank_code?: string | undefined;
};

export type WalletPayRequest = ForSession & {
  readonly payment_type: "wallet";
  /** One of `options.wallets`. */
  readonly wallet_id: string;
};

export type CreditPayRequest = ForSession & {
  readonly payment_type: "shopping_credit" | "shoppingcredit";
  /** One of the banks of `options.shoppingCredit`. */
  readonly bank_code: string;
  readonly installment_count?: number | `${number}` | undefined;
};

export type PapelPayRequest = ForSession & { readonly payment_type: "papel" };

/** POST /api/v1/payment/pay (spec 4.3), by `payment_type`. */
export type PayRequest =
  | CardPayRequest
  | TokenPayRequest
  | TransferPayRequest
  | WalletPayRequest
  | CreditPayRequest
  | PapelPayRequest;
