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
    const way = section.querySelector<HTMLInputElement>("[name=way]:checked");
    if (way !== null) fields.set("method", way.value);
    const target = `${link.href}${holdsSecrets(section) ? "&emptied=1" : ""}`;
    // The page changes its language even if the request failed.
    fetch(note(section, "draft"), { method: "POST", body: fields }).then(
      () => location.assign(target),
      () => location.assign(target),
    );
  });
}

/** True if a field is filled that the next page will have empty. */
function holdsSecrets(section: HTMLElement): boolean {
  const codes = ["card_number", "cvc", "stored_cvc"];
  if (codes.some((name) => (find(name, HTMLInputElement)?.value ?? "") !== "")) return true;
  return section.querySelector("[name=save_card]:checked") !== null;
}
