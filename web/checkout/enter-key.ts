/**
 * On a touch screen, the Enter key of a field goes to the next empty one, as its label says, and
 * submits the form only if no field is empty.
 */
export function goOnByEnter(form: HTMLFormElement): void {
  if (!matchMedia("(pointer: coarse)").matches) return;
  form.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key !== "Enter" || event.isComposing || !(target instanceof HTMLInputElement)) return;
    const fields = [...form.querySelectorAll<HTMLInputElement>("input[required]")];
    const next = fields.find(
      (field) => field !== target && field.value.trim() === "" && field.offsetParent !== null,
    );
    if (next === undefined || !fields.includes(target)) return;
    event.preventDefault();
    next.focus();
  });
}
