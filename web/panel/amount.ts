/**
 * Keeps the two choices of an amount form apart: a typed amount chooses the part, and the full
 * amount clears the text. Without this script the server refuses a form with both.
 */
export function separateAmounts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form.amount")) {
    const text = form.querySelector<HTMLInputElement>("[name=amount]");
    const full = form.querySelector<HTMLInputElement>("[name=kind][value=full]");
    const part = form.querySelector<HTMLInputElement>("[name=kind][value=part]");
    if (text === null || full === null || part === null) continue;
    text.addEventListener("input", () => {
      if (text.value.trim() !== "") part.checked = true;
    });
    full.addEventListener("change", () => {
      text.value = "";
    });
    part.addEventListener("change", () => text.focus());
  }
}
