const HEX = /^#[0-9a-f]{6}$/i;

/** Keeps each colour's text, its picker and its preview equal while the person chooses. */
export function pickColours(): void {
  for (const field of document.querySelectorAll<HTMLElement>("[data-colour]")) {
    const text = field.querySelector<HTMLInputElement>("input[type=text]");
    const picker = field.querySelector<HTMLInputElement>("input[type=color]");
    const accent = field.querySelector("[data-accent]");
    if (text === null || picker === null) continue;
    picker.addEventListener("input", () => {
      text.value = picker.value;
      accent?.setAttribute("fill", picker.value);
    });
    text.addEventListener("input", () => {
      if (!HEX.test(text.value)) return;
      picker.value = text.value;
      accent?.setAttribute("fill", text.value);
    });
  }
}
