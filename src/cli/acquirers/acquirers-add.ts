import { defineCommand } from "../kit/command.ts";
import type { ConnectionDraft } from "../../domain/connection/check-connection.ts";
import { keyState } from "../../domain/connection/store-key.ts";
import { connectionDocument } from "../../domain/connection/connection-document.ts";
import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import type { ConnectionFault } from "../../domain/connection/connection-fault.ts";
import { addConnection } from "../../domain/connection/manage-connection.ts";
import type { AskBank } from "../../domain/connection/ports.ts";
import { questionBank } from "../../acquirer/connection/check-connection.ts";
import type { Protocol } from "../../acquirer/kit/protocol.ts";
import { faultText } from "../../panel/acquirers/fault-text.ts";
import type { Instant } from "../../kernel/clock.ts";
import { wordsOf } from "../../kernel/text.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { refuseMixedAddresses } from "../../service/start/rehearsal.ts";
import { openConnections } from "../../service/runtime/connections.ts";
import { logCommand } from "../kit/command-log.ts";
import { connectionText, type ConnectionDocument } from "./connection-text.ts";
import { credentialsArgument, readCredentials } from "./credentials-input.ts";
import { momentOf } from "../kit/moment.ts";
import { minorOf } from "../kit/money-text.ts";
import { CommandError, print } from "../kit/output.ts";
import { ownerArguments, ownerOf } from "../kit/terms-owner.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

function words(description: string) {
  return { type: "string", default: "", description } as const;
}

export const add = defineCommand({
  meta: { name: "add", description: "Connect a merchant's virtual POS at a bank" },
  args: {
    ...ownerArguments,
    protocol: {
      type: "string",
      required: true,
      description: "vezne acquirers protocols lists them",
    },
    bank: { type: "string", required: true, description: "A bank of the protocol" },
    title: { type: "string", required: true, description: "A name for people" },
    credentials: credentialsArgument,
    hosts: words("test mode: simulated_bank (default), or bank for the bank's own test system"),
    model: words("3-D Secure model; the protocol's recommended one by default"),
    "accepted-md-status": words("mdStatus values that are charged: 1 by default"),
    "mail-order": {
      type: "boolean",
      default: false,
      description: "Mark sales without 3-D Secure as mail order (MOTO)",
    },
    installments: words("Installment counts of the contract, separated by commas: 2,3,6"),
    programs: words("Card programs of the installments, separated by commas: Maximum"),
    currencies: words("Currencies of the terminal, separated by commas: TRY by default"),
    "amount-min": words("The smallest payment: 10.00"),
    "amount-max": words("The largest payment: 50000.00"),
    weight: words("Share among equal connections, 0 to 1000: 100 by default"),
    untested: {
      type: "boolean",
      default: false,
      description: "Take payments at once, without asking the bank",
    },
    "hold-days": words("Days for which the contract holds an amount, 1 to 30"),
    "active-from": words("First moment, as ISO 8601: 2026-12-01T00:00:00+03:00"),
    "active-until": words("End, as ISO 8601"),
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { merchantId, mode } = await ownerOf(deps.merchants, args);
      await refuseMixedAddresses(deps);
      const protocol = protocolOf(deps, args.protocol);
      const draft: ConnectionDraft = {
        mode,
        bank: args.bank,
        title: args.title,
        hosts: args.hosts,
        model: args.model,
        acceptedMdStatus: wordsOf(args["accepted-md-status"]),
        mailOrder: args["mail-order"],
        installmentCounts: wordsOf(args.installments),
        programs: wordsOf(args.programs),
        currencies: wordsOf(args.currencies),
        amountMin: optionalMinor(args["amount-min"], "--amount-min"),
        amountMax: optionalMinor(args["amount-max"], "--amount-max"),
        weight: args.weight,
        holdDays: args["hold-days"],
        activeFrom: optionalMoment(args["active-from"], "--active-from"),
        activeUntil: optionalMoment(args["active-until"], "--active-until"),
        credentials: await readCredentials(args.credentials, protocol.credentials),
      };
      const wish = { ...draft, merchantId, isUntested: args.untested };
      const added = await withBanks(deps, (askBank) =>
        addConnection({ ...deps, askBank }, wish, protocol),
      );
      if (!added.ok) throw new CommandError(faultLines(added.refusal));
      const connection = added.value;
      await logCommand(deps, {
        action: "connection.added",
        object: { kind: "connection", id: connection.connectionId },
        after: {
          title: connection.title,
          bank: connection.bank,
          terminal: connection.terminal,
          state: connection.state,
        },
        merchantId,
        mode,
      });
      const document = connectionDocument(connection, keyState(connection, protocol));
      print({ json: document, text: addedText(connection, document) }, args.json);
      if (connection.state === "disabled") process.exitCode = 1;
    }),
});

/** Runs something that asks banks. */
async function withBanks<Answer>(
  deps: Installation,
  run: (askBank: AskBank) => Promise<Answer>,
): Promise<Answer> {
  const { opened, close } = await openConnections(deps);
  try {
    return await run((connection, credentials) =>
      questionBank({ ...deps, opened }, connection, credentials),
    );
  } finally {
    await close();
  }
}

function addedText(connection: AcquirerConnection, document: ConnectionDocument): string {
  const { connectionId, state, lastCheck } = connection;
  const text = connectionText(connection, document);
  if (state !== "disabled") return text;
  const told = [lastCheck?.code, lastCheck?.message].filter((part) => part !== undefined).join(" ");
  return (
    `${text}\nstored and disabled: the bank did not accept the credentials (${told}); ` +
    `vezne acquirers enable ${connectionId} lets it take payments all the same`
  );
}

const OPTIONS: Readonly<Record<string, string>> = {
  installment_counts: "--installments",
  every_seconds: "--every",
};

/** One line for each fault, with the option or credential that it is about. */
export function faultLines(faults: readonly ConnectionFault[]): string {
  return faults
    .map((fault) => {
      const { field } = fault;
      const option = OPTIONS[field] ?? `--${field.replaceAll("_", "-")}`;
      const name = field.startsWith("credentials.") ? field : option;
      return `${name}: ${faultText(fault, "en")}`;
    })
    .join("\n");
}

function protocolOf({ protocols }: Pick<Installation, "protocols">, name: string): Protocol {
  const found = protocols.find((one) => one.name === name);
  if (found !== undefined) return found;
  const known = protocols.map((one) => one.name).join(", ");
  throw new CommandError(`--protocol must be one of ${known}`);
}

function optionalMinor(text: string, option: string): bigint | undefined {
  return text === "" ? undefined : minorOf(text, option);
}

function optionalMoment(text: string, option: string): Instant | undefined {
  return text === "" ? undefined : momentOf(text, option);
}
