import { joinedOr } from "../../kernel/text.ts";
import {
  valuesWithoutLiabilityShift,
  type AcquirerConnection,
} from "../../domain/connection/connection.ts";
import type { connectionDocument } from "../../domain/connection/connection-document.ts";
import { facts } from "../kit/output.ts";

export type ConnectionDocument = ReturnType<typeof connectionDocument>;

export function connectionText(
  connection: AcquirerConnection,
  { credentials, last_check: check, store_key: key, ...document }: ConnectionDocument,
): string {
  const lines = Object.entries(document).map(([name, value]) => [name, textOf(value)] as const);
  const shown = Object.entries(credentials).map(([name, value]) => [name, value] as const);
  const asked = check === null ? "not asked" : `${check.kind} ${check.code ?? ""} ${check.at}`;
  const proof = [key.state, key.code ?? "", key.at ?? ""].filter((part) => part !== "").join(" ");
  const words = [
    ["last_check", asked],
    ["store_key", proof],
  ] as const;
  return [facts([...lines, ...shown, ...words]), ...warnings(connection)].join("\n");
}

/** Warnings about settings that cost the merchant money if they are not meant. */
function warnings(connection: AcquirerConnection): readonly string[] {
  const values = valuesWithoutLiabilityShift(connection);
  if (values.length === 0) return [];
  return [
    `warning: mdStatus ${values.join(", ")} is charged; the cardholder is then not fully ` +
      "authenticated, and the merchant may bear the loss of a fraud",
  ];
}

type PrintedValue = string | number | boolean | null | readonly (string | number)[];

function textOf(value: PrintedValue): string {
  if (value === null) return "-";
  return typeof value === "object" ? joinedOr("-", value) : String(value);
}
