import { askState, note } from "./page.ts";

const FIRST_MS = 1_000;

/** Asks what is true of the session until it is something else, and then shows that. */
export function watchState(element: HTMLElement): void {
  const shown = note(element, "state");
  const longest = Number(note(element, "longest"));
  const ask = async (delay: number): Promise<void> => {
    const state = await askState(note(element, "status"));
    if (state !== undefined && state !== shown) location.reload();
    else wait(Math.min(delay * 1.5, longest));
  };
  const wait = (delay: number): void =>
    void setTimeout(
      () => (document.hidden ? whenSeen(() => void ask(FIRST_MS)) : ask(delay)),
      delay,
    );
  wait(FIRST_MS);
}

/** A page that nobody looks at asks nothing, and asks at once when somebody does. */
function whenSeen(work: () => void): void {
  document.addEventListener("visibilitychange", work, { once: true });
}
