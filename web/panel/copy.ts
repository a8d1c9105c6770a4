const SHOWN_MS = 2_000;

/** Shows the buttons that copy, where the browser lets a page write to the clipboard. */
export function copyButtons(): void {
  // Only pages from safe addresses have it, whatever the type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => void copy(clipboard, button));
  }
}

async function copy(clipboard: Clipboard, button: HTMLButtonElement): Promise<void> {
  const { copy: text = "", copied = "" } = button.dataset;
  const before = button.textContent;
  await clipboard.writeText(text);
  button.textContent = copied;
  setTimeout(() => {
    button.textContent = before;
  }, SHOWN_MS);
}
