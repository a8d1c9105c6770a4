import { defineCommand } from "./kit/command.ts";
import { CURRENCY_CODES } from "../kernel/currency.ts";
import { listed } from "../kernel/text.ts";
import { normalizeIban } from "../domain/transfer/iban.ts";
import { offerAccount } from "../domain/transfer/offer-account.ts";
import type { ReceivingAccount } from "../domain/transfer/receiving-account.ts";
import type { Installation } from "../service/installation/installation.ts";
import { CommandError, facts, print } from "./kit/output.ts";
import { ownerArguments, ownerOf } from "./kit/terms-owner.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const iban = { type: "string", required: true, description: "IBAN of the account" } as const;

const add = defineCommand({
  meta: { name: "add", description: "Let customers send money to an account of the merchant" },
  args: {
    ...ownerArguments,
    iban,
    bank: { type: "string", required: true, description: "Name of the bank, for customers" },
    holder: { type: "string", required: true, description: "Name of the account's holder" },
    currency: { type: "string", default: "TRY", description: listed(CURRENCY_CODES, "or") },
    "bank-code": {
      type: "string",
      description: "EFT code of the bank; a Turkish IBAN contains it",
    },
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const offered = await offerAccount(deps, {
        owner: await ownerOf(deps.merchants, args),
        iban: args.iban,
        bankName: args.bank,
        accountHolder: args.holder,
        currency: args.currency,
        bankCode: args["bank-code"],
      });
      if (!offered.ok) {
        const { field, message, isTaken } = offered.refusal;
        throw new CommandError(
          isTaken === true ? await takenText(deps, args.iban) : `${OPTIONS[field]} ${message}`,
        );
      }
      const document = documentOf(offered.value);
      print({ json: document, text: facts(Object.entries(document)) }, args.json);
    }),
});

/** Names the merchant, which only an operator learns. */
async function takenText(
  { transfers }: Pick<Installation, "transfers">,
  text: string,
): Promise<string> {
  const account = normalizeIban(text);
  const [owner] = await transfers.someOwnersOf(account);
  return (
    `--iban is offered by the merchant ${owner?.merchantId ?? "that has just removed it"}; ` +
    `if it is not theirs, release it: vezne accounts remove --merchant ${owner?.merchantId ?? "…"} ` +
    `--mode live --iban ${account}`
  );
}

const OPTIONS = {
  iban: "--iban",
  bank_code: "--bank-code",
  bank_name: "--bank",
  account_holder: "--holder",
  currency: "--currency",
} as const;

const list = defineCommand({
  meta: { name: "list", description: "List the accounts that are offered to customers" },
  args: ownerArguments,
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { merchantId, mode } = await ownerOf(deps.merchants, args);
      const accounts = (await deps.transfers.accountsOf(merchantId, mode)).map(documentOf);
      const text = accounts.map((account) => Object.values(account).join("  "));
      const none = "no accounts: this merchant's customers can't pay by transfer";
      print(
        { json: { accounts }, text: accounts.length === 0 ? none : text.join("\n") },
        args.json,
      );
    }),
});

const remove = defineCommand({
  meta: {
    name: "remove",
    description: "Stop offering an account; open payments to it still complete",
  },
  args: { ...ownerArguments, iban },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const withdrawn = await deps.transfers.withdrawAccount(owner, normalizeIban(args.iban));
      if (!withdrawn) throw new CommandError("--iban must be an account that is offered");
      print({ json: { removed: true }, text: "the account is no longer offered" }, args.json);
    }),
});

function documentOf(account: ReceivingAccount) {
  return {
    iban: account.iban,
    bank_code: account.bankCode,
    bank_name: account.bankName,
    account_holder: account.accountHolder,
    currency: account.currency,
  };
}

export const accountsCommand = defineCommand({
  meta: { name: "accounts", description: "Bank accounts that take the customers' transfers" },
  subCommands: { add, list, remove },
});
