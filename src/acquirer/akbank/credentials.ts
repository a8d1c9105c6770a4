import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import { credentialsOf, type CredentialsOf } from "../kit/credentials.ts";
import type { OpenConnection } from "../kit/protocol.ts";

const SAFE_ID = /^[0-9A-Za-z]{1,64}$/;

export const CREDENTIALS = [
  {
    name: "merchant_safe_id",
    title: { tr: "Üye işyeri güvenli kimliği", en: "Merchant safe id" },
    help: {
      tr: "Sanal POS portalında merchantSafeId olarak gösterilir.",
      en: "Shown as merchantSafeId in the bank's portal.",
    },
    isSecret: false,
    isRequired: true,
    pattern: SAFE_ID,
  },
  {
    name: "terminal_safe_id",
    title: { tr: "Terminal güvenli kimliği", en: "Terminal safe id" },
    help: {
      tr: "Sanal POS portalında terminalSafeId olarak gösterilir.",
      en: "Shown as terminalSafeId in the bank's portal.",
    },
    isSecret: false,
    isRequired: true,
    pattern: SAFE_ID,
  },
  {
    name: "secret_key",
    title: { tr: "Güvenlik anahtarı", en: "Secret key" },
    help: {
      tr: "Portalda oluşturulur; onaltılık sayı gibi görünse de olduğu gibi girilir.",
      en: "Created in the portal; enter it as it is, although it looks like a hex number.",
    },
    isSecret: true,
    isRequired: true,
    pattern: /^[\x21-\x7e]{16,512}$/,
  },
] as const satisfies readonly CredentialForm[];

export const CHECKLIST: readonly ConditionForm[] = [
  {
    name: "clock",
    title: {
      tr: "Sunucunun saati doğru: banka, saati kayan istekleri reddeder.",
      en: "The server's clock is right: the bank refuses requests with another time.",
    },
    bankCodes: ["VPS-1073"],
  },
  {
    name: "credentials",
    title: {
      tr: "Kimlikler ve güvenlik anahtarı aynı ortama (test ya da canlı) ait.",
      en: "The ids and the secret key belong to the same environment (test or live).",
    },
    bankCodes: ["http_401", "401"],
    isStoreKey: true,
  },
];

export const SIGNED_RETURNS = { exceptAt: [] } as const;

export type Terminal = CredentialsOf<typeof CREDENTIALS> & { readonly mailOrder: boolean };

export function terminalOf(connection: OpenConnection): Terminal {
  const { mailOrder } = connection;
  return { ...credentialsOf(connection, CREDENTIALS), mailOrder };
}
