/** Returns the element with an id, or undefined. */
export function find<Kind extends HTMLElement>(
  id: string,
  kind: abstract new () => Kind,
): Kind | undefined {
  const element = document.getElementById(id);
  return element instanceof kind ? element : undefined;
}

/** A data attribute, by which the server passes texts and addresses to the script. */
export function note(element: HTMLElement, name: string): string {
  return element.dataset[name] ?? "";
}

/** A data attribute with texts as JSON; numeric names come first, in ascending order. */
export function notes(element: HTMLElement, name: string): ReadonlyMap<string, string> {
  const texts: unknown = JSON.parse(note(element, name));
  if (typeof texts !== "object" || texts === null) return new Map();
  const entries: [string, unknown][] = Object.entries(texts);
  return new Map(entries.map(([key, text]) => [key, String(text)]));
}

/** True if the customer navigated here by Back or Forward. */
export function cameByHistory(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && "type" in entry && entry.type === "back_forward";
}

/** Announces a text in the page's polite live region. */
export function announce(text: string): void {
  const status = find("status", HTMLElement);
  if (status !== undefined) status.textContent = text;
}

/**
 * Resolves to the session's current state, and to `notified`: false while the shop has not received
 * the event yet. Undefined if the request failed.
 */
export async function fetchState(
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

/** Resolves to the session's current state, or undefined if the request failed. */
export async function askState(address: string): Promise<string | undefined> {
  const state = (await fetchState(address))?.state;
  return typeof state === "string" ? state : undefined;
}
