/** One press sends a form once; a page that comes back from the browser's memory takes another. */
export function latchForms(): void {
  document.addEventListener("submit", ({ target }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== "post") return;
    // A download leaves the page where it is.
    if (target.classList.contains("export")) return;
    // After the event, so that the pressed button's own value still goes along.
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
