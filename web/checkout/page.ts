/** An element of the page by its id, if this page has it. */
export function find<Kind extends HTMLElement>(
  id: string,
  kind: abstract new () => Kind,
): Kind | undefined {
  const element = document.getElementById(id);
  return element instanceof kind ? element : undefined;
}

/** Texts and addresses that the server left on an element. */
export function note(element: HTMLElement, name: string): string {
  return element.dataset[name] ?? "";
}

/** Texts that the server left as JSON, by their names; numbers come first, the smallest first. */
export function notes(element: HTMLElement, name: string): ReadonlyMap<string, string> {
  const texts: unknown = JSON.parse(note(element, name));
  if (typeof texts !== "object" || texts === null) return new Map();
  const entries: [string, unknown][] = Object.entries(texts);
  return new Map(entries.map(([key, text]) => [key, String(text)]));
}

/** Whether the customer came here by Back or Forward. */
export function cameByHistory(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && "type" in entry && entry.type === "back_forward";
}

/** Speaks through the page's polite live region. */
export function announce(text: string): void {
  const status = find("status", HTMLElement);
  if (status !== undefined) status.textContent = text;
}

/** What the server says of the session now; nothing when it can't be asked. */
export async function look(
  address: string,
): Promise<{ readonly state?: unknown; readonly notified?: unknown } | undefined> {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    const body: unknown = await answer.json();
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/** The session's state now; `undefined` when it can't be asked. */
export async function askState(address: string): Promise<string | undefined> {
  const state = (await look(address))?.state;
  return typeof state === "string" ? state : undefined;
}
