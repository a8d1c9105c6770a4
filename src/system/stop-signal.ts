const SAME_SIGNAL_MS = 500;

/**
 * Calls `onStop` for SIGTERM and SIGINT; the caller must then end the process. `isAgain` is true
 * from the second signal on, which asks to end without waiting.
 *
 * @returns a function that stops listening
 */
export function onStopSignal(
  onStop: (signal: NodeJS.Signals, isAgain: boolean) => void,
): () => void {
  let since: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    // One Ctrl-C may arrive twice: the terminal sends it to the whole process group, and npm passes
    // it on to its child.
    if (since !== undefined && performance.now() - since < SAME_SIGNAL_MS) return;
    const isAgain = since !== undefined;
    since ??= performance.now();
    onStop(signal, isAgain);
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  return () => {
    process.off("SIGTERM", onSignal).off("SIGINT", onSignal);
  };
}
