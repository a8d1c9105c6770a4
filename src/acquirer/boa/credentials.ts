import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import { credentialsOf, type CredentialsOf } from "../kit/credentials.ts";
import type { OpenConnection } from "../kit/protocol.ts";

export const CREDENTIALS = [
  {
    name: "merchant_id",
    title: { tr: "Mağaza numarası (MerchantId)", en: "Merchant number (MerchantId)" },
    help: { tr: "Bankanın verdiği mağaza numarası.", en: "The bank's number of the shop." },
    isSecret: false,
    isRequired: true,
    pattern: /^\d{1,15}$/,
  },
  {
    name: "customer_id",
    title: { tr: "Müşteri numarası (CustomerId)", en: "Customer number (CustomerId)" },
    help: {
      tr: "İşyerinin bankadaki müşteri numarası.",
      en: "The shop's customer number at the bank.",
    },
    isSecret: false,
    isRequired: true,
    pattern: /^\d{1,15}$/,
  },
  {
    name: "user_name",
    title: { tr: "API kullanıcısı (UserName)", en: "API user (UserName)" },
    help: {
      tr: "Banka panelinde API rolüyle açılan kullanıcı.",
      en: "The user with the API role from the bank's panel.",
    },
    isSecret: false,
    isRequired: true,
    pattern: /^[\w.@-]{1,50}$/,
  },
  {
    name: "password",
    title: { tr: "API kullanıcısının şifresi", en: "Password of the API user" },
    help: {
      tr: "Bütün imzalar bu şifreyle yapılır; değişirse burada da değiştirilmelidir.",
      en: "All signatures are made with it; if it changes, it must be changed here too.",
    },
    isSecret: true,
    isRequired: true,
    pattern: /^\S{1,64}$/,
  },
] as const satisfies readonly CredentialForm[];

export const CHECKLIST: readonly ConditionForm[] = [
  {
    name: "password",
    title: { tr: "Şifre ve kullanıcı adı doğru", en: "Password and user name are right" },
    bankCodes: ["HashDataError"],
    isStoreKey: true,
  },
  {
    name: "api_user",
    title: {
      tr: "Kullanıcıya sanal POS için API rolü verilmiş",
      en: "The user has the API role for the virtual POS",
    },
    bankCodes: ["MerchantNotDefined"],
  },
  {
    name: "three_d_secure",
    title: { tr: "Mağazada 3D Secure açık", en: "3-D Secure is open for the shop" },
    bankCodes: ["InvalidTransactionSecurity"],
  },
];

/** Kuveyt Türk signs no return; its own list of orders confirms each. */
export const SIGNED_RETURNS = { exceptAt: ["kuveytturk"] } as const;

/** The merchant's account at the bank. */
export type Terminal = CredentialsOf<typeof CREDENTIALS>;

export function terminalOf(connection: OpenConnection): Terminal {
  return credentialsOf(connection, CREDENTIALS);
}
