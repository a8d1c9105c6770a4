export type FatalError = {
  readonly kind: "uncaught_exception" | "unhandled_rejection";
  readonly error: Error;
};

/**
 * Calls `report` for an uncaught error: one thrown outside of every `try`, or the reason of a
 * rejected promise without a handler. The caller must then end the process.
 *
 * @returns a function that stops listening.
 */
export function onFatalError(report: (fatal: FatalError) => void): () => void {
  const listener = (thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    const kind = origin === "unhandledRejection" ? "unhandled_rejection" : "uncaught_exception";
    report({
      kind,
      error: thrown instanceof Error ? thrown : new Error(`thrown: ${String(thrown)}`),
    });
  };
  process.on("uncaughtException", listener);
  return () => {
    process.off("uncaughtException", listener);
  };
}
