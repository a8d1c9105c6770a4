import type { TSchema } from "typebox";
import {
  CreditOptionsSchema,
  TransferOptionsSchema,
  WalletOptionsSchema,
} from "../../schema/option.ts";
import { EXAMPLE } from "../example-values.ts";
import type { Operation } from "../operation.ts";

type Texts = {
  readonly id: string;
  readonly what: string;
  readonly schema: TSchema;
  readonly answer: object;
};

/** Spec 4.7. */
export const OPTION_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /api/v1/payment/wire-transfer-options": options({
    id: "listTransferBanks",
    what: "the merchant's accounts in the session's currency that a transfer can go to",
    schema: TransferOptionsSchema,
    answer: {
      banks: [
        {
          bank_code: "0062",
          bank_name: "Garanti BBVA",
          iban: "TR520006200000000000000001",
          account_holder: "Kitapçı",
          currency: "TRY",
        },
      ],
    },
  }),
  "POST /api/v1/payment/wallet-options": options({
    id: "listWallets",
    what: "the wallets that the session can be paid by",
    schema: WalletOptionsSchema,
    answer: { wallets: [{ wallet_id: "hepsipay", name: "Hepsipay" }] },
  }),
  "POST /api/v1/payment/shopping-credit-options": options({
    id: "listLenders",
    what: "the banks that lend in the session's currency, each with what it lends",
    schema: CreditOptionsSchema,
    answer: {
      banks: [
        {
          bank_code: "0062",
          bank_name: "Garanti BBVA",
          min_amount: 10_000,
          max_amount: 10_000_000,
          max_installments: 36,
        },
      ],
    },
  }),
};

function options({ id, what, schema, answer }: Texts): Operation {
  return {
    id,
    tag: "Payments",
    summary: `List ${what.split(" that ", 1)[0]?.replace("the merchant's ", "") ?? what}`,
    description: `Gives ${what}. The body is left out, or an empty object.`,
    access: "session",
    answers: { "application/json": [schema] },
    examples: {
      list: {
        summary: "Of a session in TRY",
        query: { session_id: EXAMPLE.session },
        answer: { success: true, ...answer },
      },
    },
    problems: ["validation_failed", "session_not_found", "session_expired"],
  };
}
