import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import { credentialsOf, type CredentialsOf } from "../kit/credentials.ts";
import type { Secret } from "../../kernel/secret.ts";
import type { OpenConnection } from "../kit/protocol.ts";

export const CREDENTIALS = [
  {
    name: "merchant_id",
    title: { tr: "Üye işyeri numarası (MerchantId)", en: "Merchant number (MerchantId)" },
    help: {
      tr: "Bankanın verdiği en çok 15 haneli numara; baştaki sıfırlar da yazılır.",
      en: "The bank's number of at most 15 digits, with its zeros on the left.",
    },
    isSecret: false,
    isRequired: true,
    pattern: /^\d{1,15}$/,
  },
  {
    name: "terminal_no",
    title: { tr: "Terminal numarası (TerminalNo)", en: "Terminal number (TerminalNo)" },
    help: { tr: "Sekiz karakter, örneğin VP000123.", en: "Eight characters, such as VP000123." },
    isSecret: false,
    isRequired: true,
    pattern: /^[A-Za-z0-9]{8}$/,
  },
  {
    name: "password",
    title: { tr: "Sanal POS şifresi (Password)", en: "Virtual POS password (Password)" },
    help: {
      tr: "Bankanın sanal POS için verdiği şifre.",
      en: "The password that the bank gave for the virtual POS.",
    },
    isSecret: true,
    isRequired: true,
    pattern: /^\S{1,32}$/,
  },
  {
    name: "mpi_password",
    title: { tr: "3D Secure şifresi (MPI)", en: "3-D Secure password (MPI)" },
    help: {
      tr: "Yalnız sanal POS şifresinden farklıysa gereklidir; Ziraat Bankası’nda farklıdır.",
      en: "Only needed if it differs from the virtual POS password, as it does at Ziraat Bankası.",
    },
    isSecret: true,
    isRequired: false,
    pattern: /^\S{1,32}$/,
  },
] as const satisfies readonly CredentialForm[];

export const CHECKLIST: readonly ConditionForm[] = [
  {
    name: "outgoing_ip",
    title: {
      tr: "Sunucunun çıkış IP adresi bankada tanımlı",
      en: "The server's outgoing IP address is registered at the bank",
    },
    bankCodes: ["1105", "6011"],
  },
  {
    name: "three_d_secure",
    title: {
      tr: "Terminalde 3D Secure açık ve satış kart numarası gönderilmeden tamamlanabiliyor",
      en: "3-D Secure is open on the terminal, and its charge needs no second card number",
    },
    bankCodes: ["1111", "1050", "1051", "1052"],
  },
  {
    name: "plain_charges",
    title: {
      tr: "3D Secure olmadan satışa izin var (saklı kartlar için)",
      en: "Charges without 3-D Secure are allowed (for stored cards)",
    },
    bankCodes: ["1110", "0981"],
  },
  {
    name: "installments",
    title: { tr: "Taksit yetkisi açık", en: "Installments are allowed" },
    bankCodes: ["1104", "0577", "0978"],
  },
  {
    name: "terminal",
    title: { tr: "Terminal ve üye işyeri etkin", en: "Terminal and merchant are active" },
    bankCodes: ["0962", "0963", "1112", "1125", "5002", "5003"],
  },
];

/** The merchant's terminal at the bank. The password of its 3-D Secure server differs at Ziraat. */
export type Terminal = Omit<CredentialsOf<typeof CREDENTIALS>, "mpiPassword"> & {
  readonly mpiPassword: Secret;
  readonly mailOrder: boolean;
};

export function terminalOf(connection: OpenConnection): Terminal {
  const { mailOrder } = connection;
  const { merchantId, terminalNo, password, mpiPassword } = credentialsOf(connection, CREDENTIALS);
  return { merchantId, terminalNo, password, mpiPassword: mpiPassword ?? password, mailOrder };
}
