import { createAcquirerDirectory } from "../../acquirer/connection/directory.ts";
import type { Installation } from "../installation/installation.ts";
import { openSandbox, type BankOptions } from "./acquirers.ts";
import { openBankListener } from "./bank-listener.ts";
import { openBins } from "./cards.ts";
import { openConnections } from "./connections.ts";
import { openFeeds } from "./feed-protocols.ts";

/** The acquirers of payments, and what they are chosen by. */
export async function openBanks(installation: Installation, options: BankOptions) {
  const { clocks } = installation;
  const bins = await openBins(installation);
  const bankListener = await openBankListener(installation.config);
  const bankUrl = installation.config.bankUrl ?? bankListener?.url;
  const connections = await openConnections(installation, bankUrl);
  const { bank, ...sandbox } = await openSandbox(installation, options, bankUrl);
  return {
    bins,
    feedProtocols: openFeeds(installation, bankUrl),
    connections,
    connectionRoster: connections.roster,
    acquirers: createAcquirerDirectory({ ...connections, ...sandbox, bins, clocks }),
    /** The acquirer of test mode, and the test bank unless it runs elsewhere. */
    ...sandbox,
    bank,
    bankListener,
  };
}
