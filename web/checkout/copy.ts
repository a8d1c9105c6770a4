import { announce, note } from "./page.ts";

const SHOWN_MS = 2_000;

/** Shows the copy buttons if the browser offers a clipboard. */
export function offerCopies(): void {
  // Only secure contexts have a clipboard, although the type is not optional.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      // A browser may refuse; then no success is announced.
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
