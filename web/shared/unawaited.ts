/**
 * Lets work go on that no code waits for. The browser reports its error as it reports that of a
 * listener.
 */
export function unawaited(work: Promise<void>): void {
  work.catch((error: unknown) => {
    setTimeout(() => {
      throw error;
    });
  });
}
