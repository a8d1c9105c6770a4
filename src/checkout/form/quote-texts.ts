/** The texts of a quote; the server and the script draw the same elements from them. */
export type QuoteTexts = {
  /** Issuer and brand. */
  readonly issuer: string;
  readonly program: string;
  /** The reason for having no installments; empty if there are some. */
  readonly note: string;
  readonly options: readonly OptionTexts[];
  /** The announcement for screen readers when the script shows the quote. */
  readonly said: string;
};

export type OptionTexts = {
  /** The form value: number of installments and displayed total. */
  readonly value: string;
  readonly text: string;
  readonly total: string;
  /** The line above the fixed submit button of a phone while this option is chosen. */
  readonly plan: string;
  /** The label of the submit button while this option is chosen. */
  readonly pay: string;
};
