const HEX = /^#[0-9a-f]{6}$/i;

/** Keeps each colour's text, its picker and the previews equal while the person chooses. */
export function pickColours(): void {
  for (const field of document.querySelectorAll<HTMLElement>("[data-colour]")) {
    const text = field.querySelector<HTMLInputElement>("input[type=text]");
    const picker = field.querySelector<HTMLInputElement>("input[type=color]");
    if (text === null || picker === null) continue;
    picker.addEventListener("input", () => {
      text.value = picker.value;
      paint(text.name, picker.value);
    });
    text.addEventListener("input", () => {
      if (!HEX.test(text.value)) return;
      picker.value = text.value;
      paint(text.name, text.value);
    });
  }
}

function paint(field: string, colour: string): void {
  for (const shape of document.querySelectorAll(`[data-accent="${field}"]`)) {
    shape.setAttribute("fill", colour);
  }
}

/** Shows the typed name and the chosen logo in the previews of the payment page. */
export function previewBrand(): void {
  const names = document.querySelectorAll<SVGTextElement>(".preview [data-name]");
  const logos = document.querySelectorAll(".preview [data-logo]");
  if (names.length === 0) return;
  const typed = document.querySelector<HTMLInputElement>("main form [name=name]");
  typed?.addEventListener("input", () => {
    const text = typed.value.trim();
    for (const name of names) {
      name.textContent = text === "" ? (name.dataset["name"] ?? "") : text;
    }
  });
  const file = document.querySelector<HTMLInputElement>("main form [name=logo]");
  file?.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      if (typeof reader.result !== "string") return;
      for (const logo of logos) logo.setAttribute("href", reader.result);
    });
    reader.readAsDataURL(chosen);
  });
}
