import { unawaited } from "../shared/unawaited.ts";

/** The folded form of a text: lower case without the marks of letters, `İşlem` as `islem`. */
function fold(text: string): string {
  return text.toLocaleLowerCase("tr").normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ı", "i");
}

/**
 * Opens the page "search and go" in a dialog, with `/`, Ctrl-K or ⌘K. Without this script its link
 * opens the page itself.
 */
export function palette(): void {
  const link = document.querySelector<HTMLAnchorElement>("a.seek");
  // Browsers without `dialog` keep the page.
  if (link === null || !("showModal" in HTMLDialogElement.prototype)) return;
  let loading: Promise<HTMLDialogElement> | undefined;
  const show = async (): Promise<void> => {
    loading ??= load(link.href);
    try {
      const dialog = await loading;
      if (!dialog.open) dialog.showModal();
      dialog.querySelector<HTMLInputElement>("input[type=search]")?.select();
    } catch {
      location.assign(link.href);
    }
  };
  const open = (): void => unawaited(show());
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  addEventListener("keydown", (event) => {
    const isChord = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === "/" && !isTyping(event.target);
    if (!isChord && !isSlash) return;
    event.preventDefault();
    open();
  });
}

/** True if keys belong to a field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, select, textarea");
}

async function load(address: string): Promise<HTMLDialogElement> {
  const content = (await fetchDocument(address)).querySelector("#go");
  if (content === null) throw new Error("the page has no list");
  const dialog = document.createElement("dialog");
  dialog.className = "palette";
  dialog.append(document.importNode(content, true));
  document.body.append(dialog);
  prepare(dialog);
  return dialog;
}

/** Trusted Types forbid to parse a text, so the browser's own request parses the page. */
function fetchDocument(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.addEventListener("load", () => {
      if (request.responseXML === null) reject(new Error(String(request.status)));
      else resolve(request.responseXML);
    });
    request.addEventListener("error", () => reject(new Error("no answer")));
    request.send();
  });
}

function prepare(dialog: HTMLDialogElement): void {
  const input = dialog.querySelector<HTMLInputElement>("input[type=search]");
  const links = [...dialog.querySelectorAll<HTMLAnchorElement>("li a")];
  if (input === null) return;
  dialog.setAttribute("aria-label", input.getAttribute("aria-label") ?? "");
  input.addEventListener("input", () => sift(dialog, input.value));
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [input, ...links.filter((link) => link.closest("[hidden]") === null)];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  });
  // Enter in the field searches for payments; a single remaining link is followed instead.
  input.form?.addEventListener("submit", (event) => {
    const left = links.filter((link) => link.closest("[hidden]") === null);
    const [only] = left;
    if (input.value.trim() === "" || (left.length === 1 && only !== undefined)) {
      event.preventDefault();
      event.stopPropagation();
      if (input.value.trim() !== "") only?.click();
    }
  });
}

function sift(dialog: HTMLDialogElement, text: string): void {
  const words = fold(text).split(/\s+/);
  for (const item of dialog.querySelectorAll<HTMLLIElement>("section:not(.keys) li")) {
    const name = fold(item.textContent);
    item.hidden = !words.every((word) => name.includes(word));
  }
  for (const section of dialog.querySelectorAll<HTMLElement>("section")) {
    const isKeys = section.classList.contains("keys");
    section.hidden = isKeys ? text !== "" : section.querySelector("li:not([hidden])") === null;
  }
}
