const MASK = "[secret]";

/**
 * Carries a card number, a CVC or a key between the door and the bank. Every ordinary way of
 * turning it into text gives a mask, so that a log line or an error can't show what it holds.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself: for the bank's request, the vault and checks, nowhere else. */
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
