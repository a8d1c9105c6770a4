import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import { credentialsOf, type CredentialsOf } from "../kit/credentials.ts";
import type { OpenConnection } from "../kit/protocol.ts";

export const CREDENTIALS = [
  {
    name: "merchant_id",
    title: { tr: "İşyeri numarası", en: "Merchant number" },
    help: { tr: "MerchantID, en çok 10 rakam", en: "MerchantID, at most 10 digits" },
    isSecret: false,
    isRequired: true,
    pattern: /\d{1,10}/,
  },
  {
    name: "terminal_id",
    title: { tr: "Terminal numarası", en: "Terminal number" },
    help: { tr: "TerminalID, en çok 9 rakam", en: "TerminalID, at most 9 digits" },
    isSecret: false,
    isRequired: true,
    pattern: /\d{1,9}/,
  },
  {
    name: "sub_merchant_id",
    title: { tr: "Alt işyeri numarası", en: "Dealer number" },
    help: {
      tr: "Yalnızca bayi terminallerinde; SubMerchantID",
      en: "For dealer terminals only; SubMerchantID",
    },
    isSecret: false,
    isRequired: false,
    pattern: /\d{1,15}/,
  },
  {
    name: "store_key",
    title: { tr: "3D güvenlik anahtarı", en: "3-D Secure store key" },
    help: { tr: "Bankanın panelindeki store key", en: "The store key of the bank's panel" },
    isSecret: true,
    isRequired: true,
    pattern: /[!-~]{1,128}/,
  },
  {
    name: "sale_password",
    title: { tr: "PROVAUT parolası", en: "Password of PROVAUT" },
    help: {
      tr: "Satış, önprovizyon ve sorgu kullanıcısı",
      en: "The user of sales, preauthorizations and inquiries",
    },
    isSecret: true,
    isRequired: true,
    pattern: /[!-~]{1,64}/,
  },
  {
    name: "refund_password",
    title: { tr: "PROVRFN parolası", en: "Password of PROVRFN" },
    help: { tr: "İptal ve iade kullanıcısı", en: "The user of voids and refunds" },
    isSecret: true,
    isRequired: true,
    pattern: /[!-~]{1,64}/,
  },
] as const satisfies readonly CredentialForm[];

export const CHECKLIST: readonly ConditionForm[] = [
  {
    name: "password",
    title: { tr: "PROVAUT parolası doğru", en: "The password of PROVAUT is right" },
    bankCodes: ["0651", "0654"],
  },
  {
    name: "store_key",
    title: {
      tr: "3D güvenlik anahtarı (store key) iki tarafta aynı",
      en: "The 3-D Secure store key is the same on both sides",
    },
    bankCodes: [],
    isStoreKey: true,
  },
  {
    name: "terminal",
    title: {
      tr: "Terminal numarası bu ortama ait",
      en: "The terminal belongs to this environment",
    },
    bankCodes: ["0752"],
  },
  {
    name: "refund_user",
    title: {
      tr: "PROVRFN kullanıcısının iptal ve iade yetkisi var",
      en: "User PROVRFN may void and refund",
    },
    bankCodes: ["0652"],
  },
  {
    name: "dealer",
    title: {
      tr: "Bayi terminaline alt işyeri numarası girildi",
      en: "A dealer terminal has its dealer number",
    },
    bankCodes: ["0809"],
  },
];

export const SIGNED_RETURNS = { exceptAt: [] } as const;

/** A terminal of the bank, with the passwords of its users PROVAUT and PROVRFN. */
export type Terminal = CredentialsOf<typeof CREDENTIALS> & {
  readonly mode: "TEST" | "PROD";
  readonly mailOrder: boolean;
};

export function terminalOf(connection: OpenConnection): Terminal {
  const { mailOrder } = connection;
  const mode = connection.mode === "live" ? "PROD" : "TEST";
  return { ...credentialsOf(connection, CREDENTIALS), mode, mailOrder };
}
