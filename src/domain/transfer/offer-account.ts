import { CURRENCY_CODES, isCurrency } from "../../kernel/currency.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { listed, typedText, TYPED_TEXT_RULE } from "../../kernel/text.ts";
import { ibanProblem, normalizeIban } from "./iban.ts";
import type { TransferStore } from "./ports.ts";
import type { ReceivingAccount } from "./receiving-account.ts";
import type { LineOwner } from "./statement-line.ts";

export type OfferAccountDeps = {
  readonly transfers: Pick<TransferStore, "accountsOf" | "offerAccount">;
};

/** An account as a person typed it, unchecked. */
export type OfferAccount = {
  readonly owner: LineOwner;
  readonly iban: string;
  readonly bankName: string;
  readonly accountHolder: string;
  readonly currency: string;
  /** EFT or clearing code; if absent, the bank is read from a Turkish IBAN. */
  readonly bankCode?: string | undefined;
};

export type AccountRefusal = {
  readonly field: "iban" | "bank_code" | "bank_name" | "account_holder" | "currency";
  readonly message: string;
  /** True if another merchant offers the account; the message doesn't say which one. */
  readonly isTaken?: boolean;
};

const BANK_CODE = /^[0-9A-Za-z]{1,11}$/;

const TAKEN: AccountRefusal = {
  field: "iban",
  message: "is used already; an operator of this installation can release it",
  isTaken: true,
};

/**
 * Offers an account for transfers to a merchant's customers. An account that was offered before is
 * offered again with the new description; a new account becomes the last of the list. In live mode
 * an account belongs to one merchant, the first one that offers it.
 */
export async function offerAccount(
  deps: OfferAccountDeps,
  command: OfferAccount,
): Promise<Result<ReceivingAccount, AccountRefusal>> {
  const checked = checkAccount(command);
  if (!checked.ok) return checked;
  const { owner } = command;
  const offered = await deps.transfers.accountsOf(owner.merchantId, owner.mode);
  const same = offered.find(({ iban }) => iban === checked.value.iban);
  const last = Math.max(-1, ...offered.map(({ position }) => position));
  const account = { ...checked.value, position: same?.position ?? last + 1 };
  const isOffered = await deps.transfers.offerAccount(account);
  return isOffered ? ok(account) : refused(TAKEN);
}

function checkAccount(command: OfferAccount): Result<ReceivingAccount, AccountRefusal> {
  const iban = normalizeIban(command.iban);
  const problem = ibanProblem(iban);
  if (problem !== undefined) {
    return refused({ field: "iban", message: `must be an IBAN: ${problem}` });
  }
  const bankCode = command.bankCode ?? turkishBankCode(iban);
  if (bankCode === undefined || !BANK_CODE.test(bankCode)) {
    const message = "must be the bank's EFT or clearing code, 1 to 11 letters and digits";
    return refused({ field: "bank_code", message });
  }
  if (!isCurrency(command.currency)) {
    return refused({ field: "currency", message: `must be ${listed(CURRENCY_CODES, "or")}` });
  }
  const bankName = typedText(command.bankName);
  const accountHolder = typedText(command.accountHolder);
  const message = TYPED_TEXT_RULE;
  if (bankName === undefined) return refused({ field: "bank_name", message });
  if (accountHolder === undefined) return refused({ field: "account_holder", message });
  const { merchantId, mode } = command.owner;
  const { currency } = command;
  return ok({ merchantId, mode, iban, bankCode, bankName, accountHolder, currency, position: 0 });
}

/** TR, two check digits, then five digits of bank code, of which the first is always 0. */
function turkishBankCode(iban: string): string | undefined {
  return iban.startsWith("TR") ? iban.slice(5, 9) : undefined;
}
