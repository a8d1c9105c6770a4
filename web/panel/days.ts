const ISO = /^\d{4}-\d\d-\d\d$/;

/**
 * Replaces each date field, which writes days in the browser's language, by a text field in the
 * panel's. The date field stays, without a name, as the calendar that the button opens. The server
 * reads both forms.
 */
export function dayFields(): void {
  // Browsers whose scripts can't open the calendar keep their date field.
  if (!("showPicker" in HTMLInputElement.prototype)) return;
  for (const field of document.querySelectorAll<HTMLElement>(".day")) {
    const calendar = field.querySelector<HTMLInputElement>("input[type=date]");
    const button = field.querySelector<HTMLButtonElement>("button");
    if (calendar !== null && button !== null) replace(field, calendar, button);
  }
}

function replace(field: HTMLElement, calendar: HTMLInputElement, button: HTMLButtonElement): void {
  const text = document.createElement("input");
  const { form = "" } = calendar.dataset;
  for (const name of ["id", "name", "required", "aria-invalid", "aria-describedby"]) {
    const value = calendar.getAttribute(name);
    if (value !== null) text.setAttribute(name, value);
    calendar.removeAttribute(name);
  }
  text.inputMode = "numeric";
  text.autocomplete = "off";
  text.placeholder = form;
  text.value = written(calendar.getAttribute("value") ?? "", form);
  calendar.tabIndex = -1;
  calendar.setAttribute("aria-hidden", "true");
  field.prepend(text);
  button.hidden = false;

  text.addEventListener("input", ({ inputType }) => {
    if (inputType === "insertText") text.value = separated(text, form);
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || !event.altKey) return;
    event.preventDefault();
    button.click();
  });
  button.addEventListener("click", () => {
    calendar.value = isoOf(text.value);
    calendar.showPicker();
  });
  calendar.addEventListener("change", () => {
    text.value = written(calendar.value, form);
    text.focus();
  });
}

/** `2026-11-23` in the form of the language; any other text as it is. */
function written(text: string, form: string): string {
  if (!ISO.test(text)) return text;
  const [year, month, day] = text.split("-");
  return [day, month, year].join(separatorOf(form));
}

function separatorOf(form: string): string {
  return /[^a-z]/.exec(form)?.[0] ?? ".";
}

/** The day for the calendar; empty if the text is not a complete day. */
function isoOf(text: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\D(\d{1,2})\D(\d{4})$/.exec(text) ?? [];
  return year === "" ? "" : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/**
 * Phones have no separator beside the digits, so the script adds it after day and month. One that
 * a person types after it is removed.
 */
function separated({ value, selectionStart }: HTMLInputElement, form: string): string {
  if (selectionStart !== value.length) return value;
  if (/\D\D$/.test(value)) return value.slice(0, -1);
  if (!/^\d\d(?:\D\d\d)?$/.test(value)) return value;
  return value + separatorOf(form);
}
