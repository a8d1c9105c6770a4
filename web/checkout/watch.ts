import { unawaited } from "../shared/unawaited.ts";
import { askState, note } from "./page.ts";

const FIRST_MS = 1_000;

/** Polls the session's state and reloads the page when it changes. */
export function watchState(element: HTMLElement): void {
  const shown = note(element, "state");
  const longest = Number(note(element, "longest"));
  const ask = async (delay: number): Promise<void> => {
    const state = await askState(note(element, "status"));
    if (state !== undefined && state !== shown) location.reload();
    else wait(Math.min(delay * 1.5, longest));
  };
  const askLater = (delay: number): void => unawaited(ask(delay));
  const wait = (delay: number): void => {
    setTimeout(() => {
      if (document.hidden) whenSeen(() => askLater(FIRST_MS));
      else askLater(delay);
    }, delay);
  };
  wait(FIRST_MS);
}

/** Runs `work` when a hidden page becomes visible; a hidden page does not poll. */
function whenSeen(work: () => void): void {
  document.addEventListener("visibilitychange", work, { once: true });
}
