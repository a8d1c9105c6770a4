/** What the shop's own page does with the widget, and the buttons that copy its code. */
export function embed(): void {
  const place = document.querySelector<HTMLElement>("#pay[data-session]");
  const told = document.querySelector<HTMLElement>("#told");
  if (place === null || told === null) return;
  const show = (name: string, data: object): void => {
    told.textContent = `${name}(${JSON.stringify(data, null, 2)})`;
  };
  window.Vezne?.init({
    sessionId: place.dataset["session"] ?? "",
    container: "#pay",
    onSuccess: (data) => show("onSuccess", data),
    onFail: (error) => show("onFail", error),
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    offerCopy(button);
  }
}

function offerCopy(button: HTMLButtonElement): void {
  const { copy = "", copied = "" } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", () => void copyText(copy));

  async function copyText(id: string): Promise<void> {
    await navigator.clipboard.writeText(document.getElementById(id)?.textContent ?? "");
    button.removeAttribute("aria-label");
    button.textContent = copied;
  }
}
