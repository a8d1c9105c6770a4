/**
 * Writes the texts of file fields in the panel's language. The browser's field stays on top, so a
 * click, a dropped file and the keyboard work as before; only its own texts are not to be seen.
 */
export function fileFields(): void {
  for (const frame of document.querySelectorAll<HTMLElement>(".file")) {
    const field = frame.querySelector<HTMLInputElement>("input");
    const { choose = "", none = "" } = frame.dataset;
    if (field === null) continue;
    const [button, name] = [document.createElement("span"), document.createElement("span")];
    button.className = "button plain";
    button.textContent = choose;
    const show = (): void => {
      name.textContent = field.files?.[0]?.name ?? none;
    };
    show();
    for (const text of [button, name]) text.setAttribute("aria-hidden", "true");
    frame.append(button, name);
    frame.classList.add("named");
    field.addEventListener("change", show);
  }
}
