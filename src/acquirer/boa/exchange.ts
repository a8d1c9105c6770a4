import type { Money } from "../../kernel/money.ts";
import { askBank, type BankText, unknown } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { CHARGE_MS, INQUIRY_MS } from "./capabilities.ts";
import type { Account, BoaDialect, BoaMessage, BoaOrders, BoaResult } from "./dialect.ts";

export type OpenAccount = {
  readonly connection: OpenConnection;
  readonly transport: BankTransport;
  readonly dialect: BoaDialect;
  readonly account: Account;
};

type Unreachable = { readonly kind: "unreachable"; readonly cause: string };

/** Sends a provision or reversal. */
export async function askResult(
  open: OpenAccount,
  message: BoaMessage,
): Promise<BoaResult | Unreachable> {
  const answered = await ask(open, message, CHARGE_MS);
  return answered.kind === "text" ? open.dialect.readResult(open.account, answered.text) : answered;
}

/** The bank's list of the purchases under a reference. */
export async function listOrders(
  open: OpenAccount,
  reference: string,
  amount: Money,
): Promise<BoaOrders> {
  const { dialect, account } = open;
  const answered = await ask(open, dialect.list(account, reference), INQUIRY_MS);
  if (answered.kind === "text") return dialect.readOrders(answered.text, amount);
  return unknown(answered.cause);
}

async function ask(
  { connection, transport }: OpenAccount,
  { path, contentType, body }: BoaMessage,
  timeoutMs: number,
): Promise<BankText> {
  const { api } = connection.hosts;
  if (api === undefined) return { kind: "unreachable", cause: "no_address" };
  return askBank(transport, {
    url: `${api}${path}`,
    contentType,
    body,
    charset: "utf-8",
    timeoutMs,
  });
}
