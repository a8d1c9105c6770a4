/** Shows the copy buttons of the code if the browser offers a clipboard. */
export function offerCopies(): void {
  // Only secure contexts have a clipboard, although the type is not optional.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      copy(clipboard, button).catch(() => undefined);
    });
  }
}

async function copy(clipboard: Clipboard, button: HTMLButtonElement): Promise<void> {
  const { copy: id = "", copied = "" } = button.dataset;
  await clipboard.writeText(document.getElementById(id)?.textContent ?? "");
  button.removeAttribute("aria-label");
  button.textContent = copied;
}
