import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import { credentialsOf, type CredentialsOf } from "../kit/credentials.ts";
import type { OpenConnection } from "../kit/protocol.ts";

export const CREDENTIALS = [
  {
    name: "merchant_no",
    title: { tr: "Üye işyeri numarası", en: "Merchant number" },
    help: { tr: "MerchantNo, 10 rakam", en: "MerchantNo, 10 digits" },
    isSecret: false,
    isRequired: true,
    pattern: /\d{10}/,
  },
  {
    name: "terminal_no",
    title: { tr: "Terminal numarası", en: "Terminal number" },
    help: { tr: "TerminalNo, 8 karakter", en: "TerminalNo, 8 characters" },
    isSecret: false,
    isRequired: true,
    pattern: /[0-9A-Za-z]{8}/,
  },
  {
    name: "key",
    title: { tr: "Şifreleme anahtarı", en: "Encryption key" },
    help: { tr: "Bankanın panelindeki ENCKEY", en: "ENCKEY of the bank's panel" },
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
    bankCodes: ["0148"],
  },
  {
    name: "non_3d",
    title: {
      tr: "Terminal 3D Secure olmadan satışa açık",
      en: "The terminal may charge without 3-D Secure",
    },
    bankCodes: ["0015", "0057", "0058"],
  },
];

export type Terminal = CredentialsOf<typeof CREDENTIALS>;

export function terminalOf(connection: OpenConnection): Terminal {
  return credentialsOf(connection, CREDENTIALS);
}
