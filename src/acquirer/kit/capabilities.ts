import type { Capabilities } from "../../domain/payment/acquirer.ts";
import { SECOND } from "../../kernel/clock.ts";
import type { Currency } from "../../kernel/currency.ts";
import type { OpenConnection } from "./protocol.ts";

/** The timeouts of a bank that has no reason for others. */
export const TIMEOUTS = {
  chargeMs: 60 * SECOND,
  inquiryMs: 30 * SECOND,
  settledMs: 90 * SECOND,
} as const;

type Table = Omit<Capabilities, "currencies" | "installmentCounts">;

/** The promises of a protocol, as data. */
export type ProtocolCapabilities = Table & {
  /** The 3-D Secure models, the recommended one first, with what differs under each. */
  readonly models: Readonly<Record<string, Partial<Table>>>;
  /** Differences of a bank, by its name. */
  readonly banks?: Readonly<Record<string, Partial<Table>>>;
  /** The currencies of the protocol; absent if it has all. */
  readonly currencies?: readonly Currency[];
};

export function capabilitiesOf(
  { model, bank, currencies, installmentCounts }: OpenConnection,
  { models, banks, currencies: own = currencies, ...usual }: ProtocolCapabilities,
): Capabilities {
  return {
    ...usual,
    ...models[model],
    ...banks?.[bank],
    currencies: currencies.filter((currency) => own.includes(currency)),
    installmentCounts,
  };
}
