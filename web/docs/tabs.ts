import { keep, read } from "./storage.ts";

const NAME = "vezne-docs-language";

/** Chooses one language in all tabs, and again on the next page. */
export function rememberTabs(): void {
  const radios = [...document.querySelectorAll<HTMLInputElement>(".tabs > input")];
  const choose = (language: string): void => {
    for (const radio of radios) if (radio.value === language) radio.checked = true;
  };
  const chosen = read("localStorage", NAME);
  if (chosen !== undefined) choose(chosen);
  for (const radio of radios) {
    radio.addEventListener("change", () => {
      const before = radio.getBoundingClientRect().top;
      choose(radio.value);
      keep("localStorage", NAME, radio.value);
      // Other tabs above may now be longer or shorter; the pressed one stays where it was.
      window.scrollBy(0, radio.getBoundingClientRect().top - before);
    });
  }
}
