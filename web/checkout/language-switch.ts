import { find, note } from "./page.ts";

/** Sends the form values without the card to the server before a change of the language. */
export function keepOnSwitch(section: HTMLElement): void {
  const link = document.querySelector<HTMLAnchorElement>(".languages a");
  link?.addEventListener("click", (event) => {
    event.preventDefault();
    const fields = new URLSearchParams({ session: note(section, "session") });
    for (const name of ["expiry", "card_holder_name"]) {
      fields.set(name, find(name, HTMLInputElement)?.value ?? "");
    }
    for (const name of ["card_token", "installment"]) {
      const chosen = section.querySelector<HTMLInputElement>(`[name=${name}]:checked`);
      if (chosen !== null) fields.set(name, chosen.value);
    }
    const open = section.querySelector<HTMLElement>("details.method[open]");
    if (open !== null) fields.set("method", note(open, "method"));
    // The page changes its language even if the request failed.
    fetch(note(section, "draft"), { method: "POST", body: fields }).then(
      () => location.assign(link.href),
      () => location.assign(link.href),
    );
  });
}
