/** A fault of the code, which no input and no failure of another system explains. */
export class BrokenInvariant extends Error {
  constructor(sentence: string) {
    super(`Invariant broken: ${sentence}`);
  }
}

/** Stops the request, never the books: a broken invariant is a fault, not a refusal. */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new BrokenInvariant(sentence);
}

/** For the `default` of an exhaustive switch; it does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new BrokenInvariant(`no case for ${JSON.stringify(value)}`);
}
