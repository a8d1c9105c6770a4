import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import { credentialsOf, type CredentialsOf } from "../kit/credentials.ts";
import type { OpenConnection } from "../kit/protocol.ts";

export const CREDENTIALS = [
  {
    name: "merchant_no",
    title: { tr: "Üye işyeri numarası", en: "Merchant number" },
    help: { tr: "MID, 10 rakam", en: "MID, 10 digits" },
    isSecret: false,
    isRequired: true,
    pattern: /\d{10}/,
  },
  {
    name: "terminal_no",
    title: { tr: "Terminal numarası", en: "Terminal number" },
    help: { tr: "TID, 8 karakter", en: "TID, 8 characters" },
    isSecret: false,
    isRequired: true,
    pattern: /[0-9A-Za-z]{8}/,
  },
  {
    name: "posnet_id",
    title: { tr: "Posnet numarası", en: "Posnet number" },
    help: { tr: "POSNET ID, en çok 16 rakam", en: "POSNET ID, at most 16 digits" },
    isSecret: false,
    isRequired: true,
    pattern: /\d{1,16}/,
  },
  {
    name: "key",
    title: { tr: "Şifreleme anahtarı", en: "Encryption key" },
    help: {
      tr: "ENCKEY; bankanın panelinde oluşturulur, Türkçe harf ve boşluk içermez",
      en: "ENCKEY, made in the bank's panel, without Turkish letters and blanks",
    },
    isSecret: true,
    isRequired: true,
    pattern: /[!-~]{1,64}/,
  },
] as const satisfies readonly CredentialForm[];

export const CHECKLIST: readonly ConditionForm[] = [
  {
    name: "ip_address",
    title: {
      tr: "Sunucunun sabit IP adresi bankaya kayıtlı",
      en: "The server's fixed IP address is registered at the bank",
    },
    bankCodes: ["0148", "0003"],
  },
  {
    name: "key",
    title: { tr: "Şifreleme anahtarı doğru", en: "The encryption key is right" },
    bankCodes: ["0146", "0147", "0600", "E216"],
    isStoreKey: true,
  },
];

export const SIGNED_RETURNS = { exceptAt: [] } as const;

export type Terminal = CredentialsOf<typeof CREDENTIALS> & { readonly mailOrder: boolean };

export function terminalOf(connection: OpenConnection): Terminal {
  const { mailOrder } = connection;
  return { ...credentialsOf(connection, CREDENTIALS), mailOrder };
}
