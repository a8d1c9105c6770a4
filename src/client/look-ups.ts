import type {
  BinAnswer,
  BinRequest,
  InstallmentRequest,
  InstallmentsAnswer,
  OptionsRequest,
  ShoppingCreditOptions,
  WalletOptions,
  WireTransferOptions,
} from "../../clients/typescript/interface.d.ts";
import { pathOf } from "./path.ts";
import { askFor, type Connection, type CallOptions } from "./transport.ts";

type LookUp<Request, Answer> = (request: Request, options?: CallOptions) => Promise<Answer>;

/** The options of each payment method for a session. */
export type Options = {
  readonly wireTransfer: LookUp<OptionsRequest, WireTransferOptions>;
  readonly wallets: LookUp<OptionsRequest, WalletOptions>;
  readonly shoppingCredit: LookUp<OptionsRequest, ShoppingCreditOptions>;
};

export type LookUps = {
  /** Looks up a card's bank, brand and type by its first digits (spec 4.5). */
  readonly bin: LookUp<BinRequest, BinAnswer>;
  /** Looks up the installments that a card is offered (spec 4.4). */
  readonly installments: LookUp<InstallmentRequest, InstallmentsAnswer>;
  readonly options: Options;
};

export function lookUpCalls(connection: Connection): LookUps {
  const option =
    <Answer>(path: string, list: keyof Answer): LookUp<OptionsRequest, Answer> =>
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
    ): LookUp<Request, Answer> =>
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
