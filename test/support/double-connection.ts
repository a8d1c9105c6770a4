import type { ConnectionDraft } from "../../src/domain/connection/check-connection.ts";
import { addConnection } from "../../src/domain/connection/manage-connection.ts";
import type { AcquirerConnection } from "../../src/domain/connection/connection.ts";
import { createLogger } from "../../src/system/logger.ts";
import { Secret } from "../../src/kernel/secret.ts";
import {
  openInstallation,
  type Installation,
} from "../../src/service/installation/installation.ts";
import type { DoubleBank } from "./protocol-double.ts";
import { random } from "./sandbox-bank.ts";
import type { TestService } from "./service.ts";

type Place = Pick<TestService, "config" | "database" | "clock">;

/** The installation of a service with its own vault key, with which it reads credentials. */
export function installationWithKey({ config, database, clock }: Place): Promise<Installation> {
  return openInstallation({
    config,
    database: database.connection,
    clock,
    random,
    logger: createLogger("silent"),
    connections: { applicationName: "vezne command", max: 2 },
  });
}

/** Connects a terminal of the double for the service's merchant in test mode. */
export async function connectDouble(
  shop: Place & Pick<TestService, "merchant">,
  { protocol }: Pick<DoubleBank, "protocol">,
  { terminal, ...changes }: Partial<ConnectionDraft> & { readonly terminal: string },
): Promise<AcquirerConnection> {
  const installation = await installationWithKey(shop);
  try {
    const added = await addConnection(
      { ...installation, askBank: unasked },
      {
        merchantId: shop.merchant.merchant.merchantId,
        mode: "test",
        bank: "firstbank",
        hosts: "",
        title: `POS ${terminal}`,
        model: "",
        acceptedMdStatus: [],
        mailOrder: false,
        installmentCounts: [],
        programs: [],
        currencies: [],
        amountMin: undefined,
        amountMax: undefined,
        weight: "",
        holdDays: "",
        activeFrom: undefined,
        activeUntil: undefined,
        credentials: { client_id: new Secret(terminal), password: new Secret("s3cret") },
        ...changes,
        isUntested: true,
      },
      protocol,
    );
    if (!added.ok) throw new Error(JSON.stringify(added.refusal));
    return added.value;
  } finally {
    await installation.close();
  }
}

/** Most doubles have no bank behind them that a new connection could ask. */
function unasked(): never {
  throw new Error("an untested connection asks no bank");
}
