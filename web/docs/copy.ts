const COPIED_MS = 2_000;

/** Shows the buttons that copy code, where the browser has a clipboard. */
export function offerCopies(): void {
  // Only secure contexts have a clipboard, although the type is not optional.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const news = document.querySelector<HTMLElement>("#search-news");
  const { copied = "" } = document.querySelector<HTMLElement>("main")?.dataset ?? {};
  if (clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) {
    const name = button.textContent;
    button.hidden = false;
    const copy = async (): Promise<void> => {
      // Read at the press, because the reader's key may have been put into the code.
      await clipboard.writeText(button.parentElement?.querySelector("code")?.textContent ?? "");
      button.textContent = copied;
      if (news !== null) news.textContent = copied;
      setTimeout(() => (button.textContent = name), COPIED_MS);
    };
    button.addEventListener("click", () => void copy());
  }
}
