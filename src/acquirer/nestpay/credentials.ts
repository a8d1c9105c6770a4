import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import { credentialsOf, type CredentialsOf } from "../kit/credentials.ts";
import type { OpenConnection } from "../kit/protocol.ts";

export const CREDENTIALS = [
  {
    name: "client_id",
    title: { tr: "Mağaza numarası (client id)", en: "Store number (client id)" },
    help: {
      tr: "Bankanın sanal POS sözleşmesindeki mağaza numarası, yalnızca rakam.",
      en: "The store number in the bank's virtual POS contract, digits only.",
    },
    isSecret: false,
    isRequired: true,
    pattern: /\d{6,15}/,
  },
  {
    name: "user_name",
    title: { tr: "API kullanıcısı", en: "API user" },
    help: {
      tr: "Bankanın panelinde API yetkisiyle açılan kullanıcı; panele giriş kullanıcısı değil.",
      en: "The user with the API role in the bank's panel; not the user who signs in there.",
    },
    isSecret: false,
    isRequired: true,
    pattern: /[\x21-\x7e]{1,64}/,
  },
  {
    name: "password",
    title: { tr: "API parolası", en: "API password" },
    help: {
      tr: "API kullanıcısının parolası.",
      en: "The password of the API user.",
    },
    isSecret: true,
    isRequired: true,
    pattern: /[\x20-\x7e]{1,64}/,
  },
  {
    name: "store_key",
    title: { tr: "Mağaza anahtarı (store key)", en: "Store key" },
    help: {
      tr: "3D Secure imzasının anahtarı; bankanın panelinde 3D ayarlarında belirlenir.",
      en: "The key of the 3-D Secure signature; it is set in the 3-D settings of the bank's panel.",
    },
    isSecret: true,
    isRequired: true,
    pattern: /[\x20-\x7e]{1,64}/,
  },
] as const satisfies readonly CredentialForm[];

export const CHECKLIST: readonly ConditionForm[] = [
  {
    name: "store_key",
    title: {
      tr: "Bankada imza sürümü ver3 açık ve mağaza anahtarı aynı",
      en: "The bank uses the signature version ver3 and the same store key",
    },
    bankCodes: ["3D-1004"],
    isStoreKey: true,
  },
  {
    name: "store_type",
    title: {
      tr: "Seçilen 3D modeli mağazada açık",
      en: "The chosen 3-D model is open for the store",
    },
    bankCodes: ["3D-1007"],
  },
  {
    name: "address_rule",
    title: {
      tr: "Sunucunun IP adresi bankanın mağaza kurallarında izinli",
      en: "The server's IP address is allowed by the store's rules at the bank",
    },
    bankCodes: ["CORE-2254", "CORE-2255"],
  },
  {
    name: "permissions",
    title: {
      tr: "API kullanıcısının satış, iptal, iade ve sorgu yetkileri var",
      en: "The API user may charge, void, refund and inquire",
    },
    bankCodes: ["99"],
  },
];

export const SIGNED_RETURNS = { exceptAt: [] } as const;

export type Terminal = CredentialsOf<typeof CREDENTIALS>;

export function terminalOf(connection: OpenConnection): Terminal {
  return credentialsOf(connection, CREDENTIALS);
}
