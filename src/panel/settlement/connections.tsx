import {
  chooseConnection,
  settledConnections,
  SIMULATED_BANK,
  type SettledConnection,
} from "../../domain/settlement/settled-connection.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { paymentWords } from "../words/payment.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Select } from "../../page/parts/form.tsx";
import { settlementWords } from "./words.ts";

export type Connections = readonly SettledConnection[];

export function connectionsOf({ kit, scope }: MerchantContext): Promise<Connections> {
  return settledConnections(kit, scope);
}

/** True if the merchant has connections, so that a page tells them apart. */
export function hasConnections(connections: Connections): boolean {
  return connections.some(({ acquirer }) => acquirer !== SIMULATED_BANK);
}

/** The connection that a form or an address names; undefined if its field is empty. */
export function namedConnection({
  acquirer = "",
}: Readonly<Record<string, string | undefined>>): string | undefined {
  return acquirer === "" ? undefined : acquirer;
}

/** The name of a connection for people. */
export function titleIn(
  { language }: MerchantContext,
  connections: Connections,
  acquirer: string,
): string {
  if (acquirer === SIMULATED_BANK) return settlementWords[language].sandbox;
  return connections.find((one) => one.acquirer === acquirer)?.title ?? acquirer;
}

/** The name of the connection that took a payment; of a transfer, that of its method. */
export function acquirerName(
  context: MerchantContext,
  connections: Connections,
  { acquirer, paymentType }: Pick<Payment, "acquirer" | "paymentType">,
): string {
  if (paymentType === "bank_transfer") return paymentWords[context.language].types[paymentType];
  return titleIn(context, connections, acquirer);
}

type Props = { readonly connections: Connections };

/** The field that names the connection of a file. Nothing is preselected if there are several. */
export function ConnectionField({ connections }: Props) {
  const context = useMerchant();
  if (!hasConnections(connections)) return null;
  const words = useWords(settlementWords);
  const usual = chooseConnection(connections, undefined);
  const options = optionsOf(context, connections);
  const typed = context.request.body["acquirer"];
  return (
    <Select
      name="acquirer"
      label={words.acquirer}
      value={typed ?? (usual.ok ? usual.value : "")}
      options={usual.ok ? options : [["", words.chooseConnection], ...options]}
    />
  );
}

/** The field that limits a list to one connection. */
export function ConnectionFilter({ connections }: Props) {
  const context = useMerchant();
  const words = useWords(settlementWords);
  return (
    <Select
      name="acquirer"
      label={words.acquirer}
      value={context.request.query["acquirer"] ?? ""}
      options={[["", words.every], ...optionsOf(context, connections)]}
      isShort
    />
  );
}

function optionsOf(
  context: MerchantContext,
  connections: Connections,
): (readonly [string, string])[] {
  return connections.map(
    ({ acquirer }) => [acquirer, titleIn(context, connections, acquirer)] as const,
  );
}
