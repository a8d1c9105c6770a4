import { assert } from "../../kernel/assert.ts";
import type { Acquirer } from "../../payment/acquirer.ts";
import type { AcquirerDirectory } from "../../payment/acquirer-directory.ts";

/** The acquirers of this installation: the simulated bank for test mode, and the live ones. */
export function createAcquirerDirectory(banks: {
  readonly sandbox: Acquirer;
  readonly live: readonly Acquirer[];
}): AcquirerDirectory {
  const byName = new Map([banks.sandbox, ...banks.live].map((bank) => [bank.name, bank]));
  return {
    choose: ({ session }) =>
      Promise.resolve(session.mode === "test" ? [banks.sandbox] : banks.live),
    byName(name) {
      const acquirer = byName.get(name);
      assert(acquirer !== undefined, `the acquirer ${name} of a payment is configured`);
      return acquirer;
    },
    takesLivePayments: () => banks.live.length > 0,
  };
}
