/** Prevents a second submission of a form, until the browser restores the page from memory. */
export function latchForms(): void {
  document.addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== "post") return;
    // A download does not leave the page, so its form stays usable.
    if (target.classList.contains("export")) return;
    // Runs after the event, so that the submitter's value is still sent.
    setTimeout(() => close(target));
  });
  document.addEventListener(
    "submit",
    (event) => {
      if (event.target instanceof HTMLFormElement && event.target.dataset["sent"] !== undefined) {
        event.preventDefault();
      }
    },
    true,
  );
  addEventListener("pageshow", () => {
    for (const form of document.forms) open(form);
  });
}

function close(form: HTMLFormElement): void {
  form.dataset["sent"] = "";
  for (const button of form.querySelectorAll("[type=submit]")) {
    button.setAttribute("aria-disabled", "true");
  }
}

function open(form: HTMLFormElement): void {
  delete form.dataset["sent"];
  for (const button of form.querySelectorAll("[type=submit]")) {
    button.removeAttribute("aria-disabled");
  }
}
