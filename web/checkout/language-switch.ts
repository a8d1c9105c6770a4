import { note } from "./page.ts";

/** Leaves the name and the expiry with the server, so that the other language has them, too. */
export function keepOnSwitch(form: HTMLFormElement): void {
  const link = document.querySelector<HTMLAnchorElement>(".languages a");
  link?.addEventListener("click", (event) => {
    event.preventDefault();
    const fields = new URLSearchParams();
    for (const name of ["session", "expiry", "card_holder_name"]) {
      const input = form.elements.namedItem(name);
      if (input instanceof HTMLInputElement) fields.set(name, input.value);
    }
    void leaveThere(note(form, "draft"), fields).then(() => location.assign(link.href));
  });
}

/** Without a connection the switch is tried all the same. */
async function leaveThere(address: string, fields: URLSearchParams): Promise<unknown> {
  return fetch(address, { method: "POST", body: fields }).catch(() => undefined);
}
