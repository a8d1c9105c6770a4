import { typedText, TYPED_TEXT_RULE } from "../../kernel/text.ts";
import { CommandError } from "./output.ts";

/** Prints one JSON document for scripts instead of text for people. */
export const json = {
  type: "boolean",
  description: "Print one JSON document",
  default: false,
} as const;

/** The merchant of a command about one merchant. */
export const merchant = {
  type: "string",
  required: true,
  description: "Merchant id (mer_…)",
} as const;

/**
 * Reads the number of a booking at its bank from an option, such as `--reference`.
 * @throws CommandError for a text that is no such number
 */
export function bankNumber(option: string, text: string): string {
  const number = typedText(text);
  if (number === undefined) throw new CommandError(`${option} ${TYPED_TEXT_RULE}`);
  return number;
}
