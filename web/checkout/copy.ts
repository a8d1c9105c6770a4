import { announce, note } from "./page.ts";

const SHOWN_MS = 2_000;

/** Shows the buttons that copy, where the browser lets a page write to the clipboard. */
export function offerCopies(): void {
  // Only pages from safe addresses have it, whatever the type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      // A browser may forbid it: then nothing was copied, and nothing is announced.
      copy(clipboard, button).catch(() => undefined);
    });
  }
}

async function copy(clipboard: Clipboard, button: HTMLButtonElement): Promise<void> {
  await clipboard.writeText(note(button, "copy"));
  announce(note(button, "copied"));
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), SHOWN_MS);
}
