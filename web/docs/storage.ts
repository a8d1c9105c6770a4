/** Reads a text that the browser keeps; undefined where it keeps none, or refuses to. */
export function read(storage: "localStorage" | "sessionStorage", name: string): string | undefined {
  try {
    return window[storage].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text, where the browser permits it. */
export function keep(storage: "localStorage" | "sessionStorage", ...entry: [string, string]): void {
  try {
    window[storage].setItem(...entry);
  } catch {
    // A browser that keeps nothing asks again on the next page.
  }
}
