/** The banks of the sandbox by EFT code, with the name that every answer, page and table uses. */
export const BANK_NAMES = {
  "0010": "Ziraat Bankası",
  "0012": "Halkbank",
  "0015": "VakıfBank",
  "0032": "TEB",
  "0046": "Akbank",
  "0062": "Garanti",
  "0064": "İş Bankası",
  "0067": "Yapı Kredi",
  "0111": "QNB",
  "0123": "HSBC",
  "0134": "Denizbank",
  "0146": "Odeabank",
} as const satisfies Readonly<Record<string, string>>;

export type BankCode = keyof typeof BANK_NAMES;
