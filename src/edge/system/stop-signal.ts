const SAME_SIGNAL_MS = 500;

/**
 * Calls back when somebody tells the process to end, by SIGTERM or SIGINT; ending is then up to the
 * caller. `isAgain` is true from the second time on: who asks again does not want to wait.
 *
 * @returns what stops listening.
 */
export function onStopSignal(told: (signal: NodeJS.Signals, isAgain: boolean) => void): () => void {
  let since: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    // npm passes Ctrl-C on to a child that the terminal has already told.
    if (since !== undefined && performance.now() - since < SAME_SIGNAL_MS) return;
    const isAgain = since !== undefined;
    since ??= performance.now();
    told(signal, isAgain);
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  return () => {
    process.off("SIGTERM", onSignal).off("SIGINT", onSignal);
  };
}
