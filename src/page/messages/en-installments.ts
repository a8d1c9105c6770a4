import type { trInstallments } from "./tr-installments.ts";

/** The English texts of installments. */
export const enInstallments: typeof trInstallments = {
  installments: {
    title: "Installment options",
    single: "Single payment",
    option: ({ count, part }) => `${count} installments × ${part}`,
    total: (total) => `total ${total}`,
    planSingle: (count) =>
      `Single payment · ${count} installment ${count === 1 ? "option" : "options"}`,
    debit: "Debit cards have no installments; the amount is taken at once.",
    found: (count) => `${count} payment options.`,
    show: "Show installment options",
    showHint:
      "To pay in installments, first type the first 8 digits of the card number and press this " +
      "button; then you type the whole number.",
    shownFor: (digits) =>
      `Installments for a card that begins with ${digits}… Type the whole card number.`,
    tooFew: "To see the installments, type the first 8 digits of the card number.",
    changed:
      "The installments that you chose are not on offer for this card, or cost another amount. " +
      "Look at the options below and type the card number again. No money was taken.",
  },
};
