import { pathOf } from "./path.ts";
import type { Currency } from "./sessions.ts";
import { askFor, type Connection, type CallOptions } from "./transport.ts";

export type BinRequest = {
  readonly session_id: string;
  /** The first 6 to 8 digits of the card number. */
  readonly bin_number: string;
};

export type InstallmentRequest = BinRequest & {
  /** Minor units; the session's amount by default. */
  readonly amount?: number | undefined;
};

/** A member is `null` if the BIN table does not have it, or if cards of this BIN differ. */
type CardFacts = {
  readonly success: true;
  readonly bank_name: string | null;
  readonly card_brand: string;
  readonly card_type: string | null;
  readonly card_program: string | null;
};

export type BinAnswer = CardFacts & { readonly card_category: string | null };

export type InstallmentOption = {
  readonly count: number;
  /** The sum of all installments in minor units. */
  readonly total_amount: number;
  readonly installment_amount: number;
  /** In percent. */
  readonly commission_rate: number;
};

export type InstallmentsAnswer = CardFacts & {
  readonly installments: readonly InstallmentOption[];
};

export type WireTransferOptions = {
  readonly success: true;
  readonly banks: readonly {
    readonly bank_code: string;
    readonly bank_name: string;
    readonly iban: string;
    readonly account_holder: string;
    readonly currency: Currency;
  }[];
};

export type WalletOptions = {
  readonly success: true;
  readonly wallets: readonly { readonly wallet_id: string; readonly name: string }[];
};

export type ShoppingCreditOptions = {
  readonly success: true;
  readonly banks: readonly {
    readonly bank_code: string;
    readonly bank_name: string;
    readonly min_amount: number;
    readonly max_amount: number;
    readonly max_installments: number;
  }[];
};

type ForSession = { readonly session_id: string };
type Ask<Request, Answer> = (request: Request, options?: CallOptions) => Promise<Answer>;

/** The options of each payment method for a session. */
export type Options = {
  readonly wireTransfer: Ask<ForSession, WireTransferOptions>;
  readonly wallets: Ask<ForSession, WalletOptions>;
  readonly shoppingCredit: Ask<ForSession, ShoppingCreditOptions>;
};

export type LookUps = {
  /** Looks up a card's bank, brand and type by its first digits (spec 4.5). */
  readonly bin: Ask<BinRequest, BinAnswer>;
  /** Looks up the installments that a card is offered (spec 4.4). */
  readonly installments: Ask<InstallmentRequest, InstallmentsAnswer>;
  readonly options: Options;
};

export function lookUpCalls(connection: Connection): LookUps {
  const option =
    <Answer>(path: string, list: keyof Answer): Ask<ForSession, Answer> =>
    ({ session_id }, options) =>
      askFor(
        connection,
        {
          method: "POST",
          path: pathOf([`/api/v1/payment/${path}`], { session_id }),
          body: {},
          isLookUp: true,
          expects: [list],
        },
        options,
      );
  const card =
    <Request extends BinRequest, Answer>(
      path: string,
      member: keyof Answer,
    ): Ask<Request, Answer> =>
    (body, options) =>
      askFor(
        connection,
        {
          method: "POST",
          path: `/api/v1/payment/${path}`,
          body,
          isLookUp: true,
          expects: [member],
        },
        options,
      );
  return {
    bin: card("bin", "card_brand"),
    installments: card("installment", "installments"),
    options: {
      wireTransfer: option("wire-transfer-options", "banks"),
      wallets: option("wallet-options", "wallets"),
      shoppingCredit: option("shopping-credit-options", "banks"),
    },
  };
}
