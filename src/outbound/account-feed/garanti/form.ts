import { CURRENCY_CODES } from "../../../kernel/currency.ts";
import type { FeedForm } from "../../../domain/account-feed/feed-form.ts";

/** The bank's host serves its sandbox and live accounts alike; the key decides. */
export const BANK_ADDRESS = "https://apis.garantibbva.com.tr";
/** The path of the door below the test bank's address. */
export const DOOR_PATH = "/doors/garanti-account";

export const PATHS = {
  token: "/auth/oauth/v2/token",
  transactions: "/balancesandmovements/accountinformation/transaction/v1/gettransactions",
} as const;

export const GARANTI_FORM: FeedForm = {
  name: "garanti",
  title: "Garanti BBVA (Account Transactions API)",
  help: {
    tr: "Geliştirici portalındaki uygulamanız ve kurumsal internet şubesindeki EHO onayı",
    en: "Your application at the developer portal and the EHO consent of the corporate bank",
  },
  everySeconds: 60,
  credentials: [
    {
      name: "client_id",
      title: { tr: "API anahtarı", en: "API key" },
      help: { tr: "Portaldaki uygulamanın client_id değeri", en: "client_id of the application" },
      isSecret: false,
      isRequired: true,
      pattern: /[\x21-\x7e]{1,200}/,
    },
    {
      name: "client_secret",
      title: { tr: "API gizli anahtarı", en: "API secret" },
      help: { tr: "Uygulamanın client_secret değeri", en: "client_secret of the application" },
      isSecret: true,
      isRequired: true,
      pattern: /[\x21-\x7e]{1,200}/,
    },
    {
      name: "consent_id",
      title: { tr: "Onay numarası", en: "Consent id" },
      help: { tr: "EHO başvurusunun onay numarası", en: "The id that the EHO application gave" },
      isSecret: false,
      isRequired: true,
      pattern: /[\x21-\x7e]{1,200}/,
    },
    {
      name: "redirect_uri",
      title: { tr: "Yönlendirme adresi", en: "Redirect address" },
      help: { tr: "Portalda yazılı olan adres", en: "The address that the portal has" },
      isSecret: false,
      isRequired: false,
      pattern: /https:\/\/[\x21-\x7e]{1,500}/,
    },
    {
      name: "iban",
      title: { tr: "IBAN", en: "IBAN" },
      help: {
        tr: "Yalnızca bu hesap; boşsa onaydaki tüm hesaplar",
        en: "This account only; empty: all accounts of the consent",
      },
      isSecret: false,
      isRequired: false,
      pattern: /TR\d{24}/,
    },
    {
      name: "currency",
      title: { tr: "Para birimi", en: "Currency" },
      help: {
        tr: `Bankanın para birimini yazmadığı satırlar için: ${CURRENCY_CODES.join(", ")}`,
        en: `For lines without a currency of the bank's: ${CURRENCY_CODES.join(", ")}`,
      },
      isSecret: false,
      isRequired: false,
      pattern: /TRY|USD|EUR|GBP/,
    },
  ],
};
