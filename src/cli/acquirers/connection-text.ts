import { joinedOr } from "../../kernel/text.ts";
import {
  valuesWithoutLiabilityShift,
  type AcquirerConnection,
} from "../../domain/connection/connection.ts";
import { connectionDocument } from "../../domain/connection/connection-document.ts";
import { facts } from "../kit/output.ts";

export function connectionText(connection: AcquirerConnection): string {
  const { credentials, last_check: check, ...document } = connectionDocument(connection);
  const lines = Object.entries(document).map(([name, value]) => [name, textOf(value)] as const);
  const shown = Object.entries(credentials).map(([name, value]) => [name, value] as const);
  const asked = check === null ? "not asked" : `${check.kind} ${check.code ?? ""} ${check.at}`;
  return [facts([...lines, ...shown, ["last_check", asked]]), ...warnings(connection)].join("\n");
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
