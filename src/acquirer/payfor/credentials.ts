import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import { credentialsOf, type CredentialsOf } from "../kit/credentials.ts";
import type { OpenConnection } from "../kit/protocol.ts";

export const CREDENTIALS = [
  {
    name: "merchant_id",
    title: { tr: "Üye işyeri numarası", en: "Merchant number" },
    help: { tr: "Bankanın verdiği 15 haneli numara.", en: "The bank's number of 15 digits." },
    isSecret: false,
    isRequired: true,
    pattern: /^\d{15}$/,
  },
  {
    name: "user_code",
    title: { tr: "API kullanıcı kodu", en: "API user" },
    help: {
      tr: "API rolündeki kullanıcı; panel kullanıcısı değil.",
      en: "A user with the API role, not the user of the bank's panel.",
    },
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
    name: "store_key",
    title: { tr: "3D güvenlik anahtarı", en: "3-D Secure store key" },
    help: {
      tr: "MerchantPass olarak da geçer; gönderilmez, yalnızca özete girer.",
      en: "Also called MerchantPass; it is never sent, only hashed.",
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
      tr: "Sunucunun çıkış IP adresi API kullanıcısının listesinde.",
      en: "The server's outgoing IP address is on the API user's list.",
    },
    bankCodes: ["M047"],
  },
  {
    name: "api_user",
    title: {
      tr: "Kullanıcı API rolünde ve işlem yetkileri açık.",
      en: "The user has the API role and the rights for these transactions.",
    },
    bankCodes: ["V004", "V006", "V009", "V010", "V011", "M009", "M049"],
  },
  {
    name: "store_key",
    title: { tr: "3D güvenlik anahtarı doğru.", en: "The 3-D Secure store key is right." },
    bankCodes: ["M030"],
    isStoreKey: true,
  },
];

/** Ziraat Katılım: the formula of its hash is not confirmed, so the inquiry decides. */
export const SIGNED_RETURNS = { exceptAt: ["ziraat_katilim"] } as const;

export type Terminal = CredentialsOf<typeof CREDENTIALS> & {
  readonly mbrId: string;
  readonly mailOrder: boolean;
};

export function terminalOf(connection: OpenConnection, mbrId: string): Terminal {
  const { mailOrder } = connection;
  return { ...credentialsOf(connection, CREDENTIALS), mbrId, mailOrder };
}
