/** A fault of the code, which no input and no failure of another system explains. */
export class BrokenInvariant extends Error {
  constructor(sentence: string) {
    super(`Invariant broken: ${sentence}`);
  }
}

/**
 * Throws `BrokenInvariant` if the condition is false, which ends the request. A broken invariant is
 * a fault of the code, not a refusal.
 */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new BrokenInvariant(sentence);
}

/** For the `default` of an exhaustive switch; it does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new BrokenInvariant(`no case for ${JSON.stringify(value)}`);
}
