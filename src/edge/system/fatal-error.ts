export type FatalError = {
  readonly kind: "uncaught_exception" | "unhandled_rejection";
  readonly error: Error;
};

/**
 * Calls back for an uncaught error: one thrown outside of every `try`, or the reason of a rejected
 * promise that has no handler. Ending the process is then up to the caller.
 *
 * @returns a function that stops listening.
 */
export function onFatalError(told: (fatal: FatalError) => void): () => void {
  const listener = (thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    const kind = origin === "unhandledRejection" ? "unhandled_rejection" : "uncaught_exception";
    told({
      kind,
      error: thrown instanceof Error ? thrown : new Error(`thrown: ${String(thrown)}`),
    });
  };
  process.on("uncaughtException", listener);
  return () => {
    process.off("uncaughtException", listener);
  };
}
