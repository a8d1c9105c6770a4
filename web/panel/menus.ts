import { isTyping } from "./palette.ts";

const menus = () => document.querySelectorAll<HTMLDetailsElement>("details.drop, details.menu");

/** Closes an open menu with Escape, and when the user clicks elsewhere or opens another one. */
export function closeMenus(): void {
  document.addEventListener("click", ({ target }) => {
    for (const menu of menus()) {
      if (target instanceof Node && !menu.contains(target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of menus()) {
      if (!menu.open) continue;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
}

/** `j` and `k` move the focus from row to row of a list whose rows are links. */
export function walkRows(): void {
  addEventListener("keydown", (event) => {
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
    const rows = [...document.querySelectorAll<HTMLAnchorElement>(".linked tbody th a")];
    if (rows.length === 0) return;
    const at = rows.findIndex((row) => row === document.activeElement);
    const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step;
    rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus();
  });
}
