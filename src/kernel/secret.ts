const MASK = "[secret]";

/**
 * Carries a card number, a CVC or a key from the request to the bank. Every ordinary conversion to
 * text gives a mask, so that a log line or an error can't reveal the value.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value, for the bank's request, the vault and checks only. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return MASK;
  }
}

/** Hides the values of a record. */
export function secretsOf(
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, Secret>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, new Secret(value)] as const),
  );
}
