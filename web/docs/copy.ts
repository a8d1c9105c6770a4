const COPIED_MS = 2_000;

/** Shows the buttons that copy code and card numbers, where the browser has a clipboard. */
export function offerCopies(): void {
  // Only secure contexts have a clipboard, although the type is not optional.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const news = document.querySelector<HTMLElement>("#search-news");
  const { copied = "" } = document.querySelector<HTMLElement>("main")?.dataset ?? {};
  if (clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) {
    const name = button.textContent;
    const label = button.getAttribute("aria-label");
    const show = (text: string): void => {
      button.textContent = text;
      if (label !== null) button.setAttribute("aria-label", label.replace(name, text));
    };
    button.hidden = false;
    const copy = async (): Promise<void> => {
      // Read at the press, because the reader's key may have been put into the code.
      const code = button.parentElement?.querySelector("code")?.textContent ?? "";
      await clipboard.writeText(button.dataset["copy"] ?? code);
      show(copied);
      if (news !== null) news.textContent = copied;
      setTimeout(() => show(name), COPIED_MS);
    };
    button.addEventListener("click", () => void copy());
  }
}
