import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import { credentialsOf, type CredentialsOf } from "../kit/credentials.ts";
import type { OpenConnection } from "../kit/protocol.ts";

export const CREDENTIALS = [
  {
    name: "shop_code",
    title: { tr: "İşyeri kodu (ShopCode)", en: "Shop code" },
    help: { tr: "Bankanın verdiği işyeri kodu.", en: "The shop's code, given by the bank." },
    isSecret: false,
    isRequired: true,
    pattern: /^[0-9A-Za-z]{1,32}$/,
  },
  {
    name: "user_code",
    title: { tr: "API kullanıcı kodu", en: "API user" },
    help: { tr: "API çağrılarının kullanıcısı.", en: "The user of API calls." },
    isSecret: false,
    isRequired: true,
    pattern: /^[\x21-\x7e]{1,64}$/,
  },
  {
    name: "user_password",
    title: { tr: "API kullanıcı şifresi", en: "API password" },
    help: { tr: "API kullanıcısının şifresi.", en: "The password of the API user." },
    isSecret: true,
    isRequired: true,
    pattern: /^[\x21-\x7e]{1,64}$/,
  },
  {
    name: "merchant_key",
    title: { tr: "3D anahtarı (MerchantPass)", en: "3-D Secure key (MerchantPass)" },
    help: {
      tr: "Gönderilmez, yalnızca özete girer.",
      en: "It is never sent, only hashed.",
    },
    isSecret: true,
    isRequired: true,
    pattern: /^[\x21-\x7e]{1,128}$/,
  },
] as const satisfies readonly CredentialForm[];

export const CHECKLIST: readonly ConditionForm[] = [
  {
    name: "ip_address",
    title: {
      tr: "Sunucunun çıkış IP adresi bankada kayıtlı, terminal etkin.",
      en: "The server's outgoing IP address is registered at the bank, and the terminal is active.",
    },
    bankCodes: ["81"],
  },
  {
    name: "store_key",
    title: {
      tr: "3D anahtarı (MerchantPass) iki tarafta aynı.",
      en: "The 3-D Secure key (MerchantPass) is the same on both sides.",
    },
    bankCodes: [],
    isStoreKey: true,
  },
];

export const SIGNED_RETURNS = { exceptAt: [] } as const;

export type Terminal = CredentialsOf<typeof CREDENTIALS> & { readonly mailOrder: boolean };

export function terminalOf(connection: OpenConnection): Terminal {
  const { mailOrder } = connection;
  return { ...credentialsOf(connection, CREDENTIALS), mailOrder };
}
