import { unawaited } from "../shared/unawaited.ts";

/** Live search; the search form also works without this script. */
type Found = {
  readonly path: string;
  readonly title: string;
  readonly part: string;
};

const PAUSE_MS = 150;
const SHOWN = 8;

export function searchAsTyped(): void {
  const input = document.querySelector<HTMLInputElement>("#q");
  const list = document.querySelector<HTMLUListElement>("#found");
  const news = document.querySelector<HTMLElement>("#search-news");
  const { source, root = "" } = list?.dataset ?? {};
  if (input === null || list === null || news === null || source === undefined) return;
  let asked = new AbortController();
  let pause: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    list.hidden = true;
    news.textContent = "";
  };
  const show = (found: readonly Found[]): void => {
    list.replaceChildren(...found.slice(0, SHOWN).map((one) => itemOf(root, one)));
    list.hidden = found.length === 0;
    const { found: many = "", none = "" } = news.dataset;
    news.textContent = found.length === 0 ? none : `${found.length} ${many}`;
  };
  const ask = async (): Promise<void> => {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const query = input.value.trim();
    if (query === "") return close();
    try {
      const answer = await fetch(`${source}&q=${encodeURIComponent(query)}`, { signal });
      if (answer.ok) show(readFound(await answer.json()));
    } catch {
      // A newer query aborted this one, or the network failed; the form still works.
    }
  };
  input.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(() => unawaited(ask()), PAUSE_MS);
  });
  document.addEventListener("keydown", ({ key, target }) => {
    if (key === "Escape") close();
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (key === "Escape" && list.contains(document.activeElement)) input.focus();
    if (key === "ArrowDown" && target === input) list.querySelector("a")?.focus();
    if (key === "Enter" && !isTyping) close();
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !input.form?.parentElement?.contains(target)) close();
  });
}

/** Validates the search results. */
function readFound(json: unknown): readonly Found[] {
  if (!Array.isArray(json)) return [];
  return json.map((item: unknown) => {
    const { path, title, part } = Object.fromEntries(entriesOf(item));
    return { path: String(path), title: String(title), part: String(part) };
  });
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function itemOf(root: string, { path, title, part }: Found): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = root + path;
  link.textContent = part === "" ? title : `${title}: ${part}`;
  item.append(link);
  return item;
}
