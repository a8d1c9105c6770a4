import { BANK_NAMES } from "../kernel/bank-names.ts";
import { SECOND } from "../kernel/clock.ts";
import type { AnswerCode } from "./answer-codes.ts";
import type { HostedMethod } from "./hosted-payment.ts";

/** Who takes the customer's approval, and what comes of it. */
export type Provider = {
  readonly name: string;
  /** From the customer's approval to the provider's own word; 0 is at once. */
  readonly decidesAfterMs: number;
  readonly code: AnswerCode;
};

const AT_ONCE = { decidesAfterMs: 0, code: "00" } as const;
/** A lender looks at the application; the customer has long left its page by then. */
const DELIBERATION_MS = 20 * SECOND;

/**
 * The wallets and lenders of the sandbox. Garanti lends at once; İş lends, and Yapı Kredi does not,
 * later.
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

/** @throws for a provider that was not found when the payment began. */
export function providerOf(choice: Choice): Provider {
  const provider = findProvider(choice);
  if (provider === undefined) throw new Error(`The sandbox has no ${choice.provider}.`);
  return provider;
}
