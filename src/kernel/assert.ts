/** Stops the request, never the books: a broken invariant is a fault, not a refusal. */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${sentence}`);
}

/** For the `default` of an exhaustive switch: does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`Invariant broken: no case for ${JSON.stringify(value)}`);
}
