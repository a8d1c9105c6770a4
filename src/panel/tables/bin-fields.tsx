import type { BinMode } from "../../domain/card/ports.ts";
import { useWords } from "../kit/context.ts";
import { Select } from "../../page/parts/form.tsx";
import { tableWords } from "./words.ts";

/** The mode that a field or a query names; live by default. */
export function modeOf(text: string | undefined): BinMode {
  return text === "test" ? "test" : "live";
}

/** True for the first digits of a card, and never for a whole number. */
export function isBinText(text: string): boolean {
  return /^\d{6,8}$/.test(text);
}

/** The choice between the BIN tables of the two modes. */
export function ModeSelect({ mode }: { readonly mode: BinMode }) {
  const words = useWords(tableWords);
  return (
    <Select
      name="mode"
      label={words.mode}
      value={mode}
      options={[
        ["live", words.modes.live],
        ["test", words.modes.test],
      ]}
    />
  );
}
