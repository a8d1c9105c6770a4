/** Shows the copy buttons of the code. */
export function offerCopies(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    offerCopy(button);
  }
}

function offerCopy(button: HTMLButtonElement): void {
  const { copy = "", copied = "" } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", () => void copyText(copy));

  async function copyText(id: string): Promise<void> {
    await navigator.clipboard.writeText(document.getElementById(id)?.textContent ?? "");
    button.removeAttribute("aria-label");
    button.textContent = copied;
  }
}
