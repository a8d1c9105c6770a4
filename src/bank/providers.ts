import { BANK_NAMES } from "../kernel/bank-names.ts";
import { SECOND } from "../kernel/clock.ts";
import type { AnswerCode } from "./answer-codes.ts";

/** The payment methods at a page of a provider. */
export const HOSTED_METHODS = ["wallet", "shopping_credit", "papel"] as const;

export type HostedMethod = (typeof HOSTED_METHODS)[number];

/** The provider of a payment, and its decision after the customer's approval. */
export type Provider = {
  readonly name: string;
  /** The ms from the customer's approval to the provider's decision; 0 decides at once. */
  readonly decidesAfterMs: number;
  readonly code: AnswerCode;
};

const AT_ONCE = { decidesAfterMs: 0, code: "00" } as const;
/** The ms that a lender takes to decide, so long that the customer leaves its page before. */
const DELIBERATION_MS = 20 * SECOND;

/**
 * The wallets and lenders of the sandbox. Garanti approves at once. İş Bankası approves and Yapı
 * Kredi declines after a delay.
 */
const PROVIDERS: Readonly<Record<HostedMethod, Readonly<Record<string, Provider>>>> = {
  wallet: {
    hepsipay: { name: "Hepsipay", ...AT_ONCE },
    paycell: { name: "Paycell", ...AT_ONCE },
    tosla: { name: "Tosla", ...AT_ONCE },
  },
  shopping_credit: {
    "0062": { name: BANK_NAMES["0062"], ...AT_ONCE },
    "0064": { name: BANK_NAMES["0064"], decidesAfterMs: DELIBERATION_MS, code: "00" },
    "0067": { name: BANK_NAMES["0067"], decidesAfterMs: DELIBERATION_MS, code: "05" },
  },
  papel: { papel: { name: "Papel", ...AT_ONCE } },
};

type Choice = { readonly method: HostedMethod; readonly provider: string };

export function findProvider({ method, provider }: Choice): Provider | undefined {
  const known = PROVIDERS[method];
  return Object.hasOwn(known, provider) ? known[provider] : undefined;
}

/** @throws if the provider is unknown, which `initiate` refuses. */
export function providerOf(choice: Choice): Provider {
  const provider = findProvider(choice);
  if (provider === undefined) throw new Error(`The sandbox has no ${choice.provider}.`);
  return provider;
}
