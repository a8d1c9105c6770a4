const SHOWN_MS = 2_000;

/** Shows the copy buttons if the browser offers a clipboard. */
export function copyButtons(): void {
  // Only secure contexts have a clipboard, although the type is not optional.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => void copy(clipboard, button));
  }
}

async function copy(clipboard: Clipboard, button: HTMLButtonElement): Promise<void> {
  const { copy: text = "", copied = "" } = button.dataset;
  await clipboard.writeText(text);
  const before = [...button.childNodes];
  button.replaceChildren(copied);
  setTimeout(() => button.replaceChildren(...before), SHOWN_MS);
}
