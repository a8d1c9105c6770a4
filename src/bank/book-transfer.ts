import type { Clock } from "../kernel/clock.ts";
import { randomText } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { Random } from "../kernel/random.ts";
import type { AccountLine, CurrentAccounts } from "./account-line.ts";

export type BookTransferDeps = {
  readonly accounts: CurrentAccounts;
  readonly clock: Clock;
  readonly random: Random;
};

export type TransferOrder = {
  readonly iban: string;
  readonly amount: Money;
  /** 140 characters at most, as in a FAST or EFT message. */
  readonly description: string;
};

/** The sender of every sandbox transfer; the account is fictitious. */
const SENDER = { senderName: "Ada Şahin", senderIban: "TR420001000000000000000777" };

/** Books a transfer to an account of the bank. Each call books another transfer. */
export function bookTransfer(deps: BookTransferDeps, order: TransferOrder): Promise<AccountLine> {
  return deps.accounts.book({
    ...order,
    ...SENDER,
    reference: randomText(deps.random, 16).toUpperCase(),
    bookedAt: deps.clock.now(),
  });
}
