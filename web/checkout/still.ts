let isPressed = false;
for (const [kind, pressed] of [
  ["pointerdown", true],
  ["pointerup", false],
  ["pointercancel", false],
] as const) {
  addEventListener(kind, () => (isPressed = pressed), { capture: true });
}

/**
 * Runs `work`, which moves the layout, after the click that is under way. A button that moves
 * between the press and the release of the pointer does not get the click.
 */
export function whenStill(work: () => void): void {
  if (!isPressed) {
    setTimeout(work);
    return;
  }
  const end = new AbortController();
  const go = (): void => {
    end.abort();
    setTimeout(work);
  };
  addEventListener("pointerup", go, { signal: end.signal });
  addEventListener("pointercancel", go, { signal: end.signal });
}
