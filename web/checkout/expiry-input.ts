import { formatExpiry, readExpiry } from "../../src/domain/card/expiry-text.ts";

/** Inserts the slash while the expiry is typed, and normalises the expiry afterwards. */
export function slashWhileTyping(input: HTMLInputElement): void {
  input.addEventListener("input", (event) => {
    const isTyped = event instanceof InputEvent && event.inputType === "insertText";
    const isAtEnd = input.selectionStart === input.value.length;
    if (isTyped && isAtEnd) input.value = withSlash(input.value);
  });
  input.addEventListener("change", () => {
    const expiry = readExpiry(input.value);
    if (expiry !== undefined) input.value = formatExpiry(expiry);
  });
}

function withSlash(text: string): string {
  const [, month, rest] = /^\s*(0?[2-9]|[01]\d|1(?=\D))[\s/.-]*(\d{0,4})$/.exec(text) ?? [];
  if (month === undefined) return text;
  return `${month.padStart(2, "0")} / ${rest ?? ""}`;
}
