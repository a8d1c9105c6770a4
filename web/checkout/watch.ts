import { askState, note } from "./page.ts";

const FIRST_MS = 1_000;
const LONGEST_MS = 5_000;

/** Asks what is true of the session until it is something else, and then shows that. */
export function watchState(element: HTMLElement): void {
  const shown = note(element, "state");
  const ask = async (delay: number): Promise<void> => {
    const state = await askState(note(element, "status"));
    if (state !== undefined && state !== shown) location.reload();
    else wait(Math.min(delay * 1.5, LONGEST_MS));
  };
  const wait = (delay: number): void => void setTimeout(() => void ask(delay), delay);
  wait(FIRST_MS);
}
