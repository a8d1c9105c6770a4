/** A quote as it is read on the page, drawn by the server and the script alike. */
export type QuoteTexts = {
  /** Issuer and brand. */
  readonly issuer: string;
  readonly program: string;
  /** Why there is nothing to choose. */
  readonly note: string;
  readonly options: readonly OptionTexts[];
  /** What is said aloud when the script shows it. */
  readonly said: string;
};

export type OptionTexts = {
  /** What the form sends: the count with the total that the customer saw. */
  readonly value: string;
  readonly text: string;
  readonly total: string;
  /** What the button says then. */
  readonly pay: string;
};
