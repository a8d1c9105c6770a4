import { BANK_NAMES, type BankCode } from "../../../kernel/bank-names.ts";
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
  readonly summary: string;
  readonly what: string;
  readonly schema: TSchema;
  readonly answer: object;
};

/** Spec 4.7. */
export const OPTION_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /api/v1/payment/wire-transfer-options": options({
    id: "listTransferBanks",
    summary: "List accounts for transfers",
    what: "the merchant's accounts in the session's currency that a transfer can go to",
    schema: TransferOptionsSchema,
    answer: {
      banks: [
        account("0062", "TR400006200000000000000001"),
        account("0064", "TR250006400000000000000001"),
        account("0067", "TR510006700000000000000001"),
      ],
    },
  }),
  "POST /api/v1/payment/wallet-options": options({
    id: "listWallets",
    summary: "List wallets",
    what: "the wallets that the session can be paid by",
    schema: WalletOptionsSchema,
    answer: {
      wallets: [
        { wallet_id: "hepsipay", name: "Hepsipay" },
        { wallet_id: "paycell", name: "Paycell" },
        { wallet_id: "tosla", name: "Tosla" },
      ],
    },
  }),
  "POST /api/v1/payment/shopping-credit-options": options({
    id: "listLenders",
    summary: "List banks for shopping credit",
    what: "the banks that lend in the session's currency, each with what it lends",
    schema: CreditOptionsSchema,
    answer: {
      banks: [
        lender("0062", [10_000, 10_000_000, 36]),
        lender("0064", [50_000, 5_000_000, 24]),
        lender("0067", [100_000, 7_500_000, 12]),
      ],
    },
  }),
};

function options({ id, summary, what, schema, answer }: Texts): Operation {
  return {
    id,
    tag: "Payments",
    summary,
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

function account(bank_code: BankCode, iban: string): object {
  const bank_name = BANK_NAMES[bank_code];
  return { bank_code, bank_name, iban, account_holder: "Kitapçı", currency: "TRY" };
}

function lender(
  bank_code: BankCode,
  [min_amount, max_amount, max_installments]: readonly [number, number, number],
): object {
  const bank_name = BANK_NAMES[bank_code];
  return { bank_code, bank_name, min_amount, max_amount, max_installments };
}
