import { offerCopies } from "../shared/copy.ts";

/** Lets the buttons copy the code beside them, or the digits of a card number. */
export function copyButtons(): void {
  const news = document.querySelector<HTMLElement>("#search-news");
  const { copied = "" } = document.querySelector<HTMLElement>("main")?.dataset ?? {};
  offerCopies(".copy", (button) => {
    const name = button.textContent;
    const label = button.getAttribute("aria-label");
    return {
      // Read at the press, because the reader's key may have been put into the code.
      text: () =>
        button.dataset["copy"] ?? button.parentElement?.querySelector("code")?.textContent ?? "",
      show: (isCopied) => {
        const text = isCopied ? copied : name;
        button.textContent = text;
        if (label !== null) button.setAttribute("aria-label", label.replace(name, text));
        if (isCopied && news !== null) news.textContent = copied;
      },
    };
  });
}
