/** Scrolls the list of pages at the side, where it scrolls by itself, to the page that is shown. */
export function showPlace(): void {
  const list = document.querySelector<HTMLElement>(".contents");
  const current = list?.querySelector<HTMLElement>("[aria-current=page]");
  if (list === null || current === null || current === undefined) return;
  if (list.scrollHeight <= list.clientHeight) return;
  const below = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += below - list.clientHeight / 2;
}
