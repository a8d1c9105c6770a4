import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import { credentialsOf, type CredentialsOf } from "../kit/credentials.ts";
import type { OpenConnection } from "../kit/protocol.ts";

const KEY = /^[0-9A-Za-z_-]{8,128}$/;

export const CREDENTIALS = [
  {
    name: "api_key",
    title: { tr: "API anahtarı", en: "API key" },
    help: {
      tr: "iyzico panelinde Ayarlar, Firma Ayarları altında; test ortamında sandbox- ile başlar.",
      en: "In iyzico's panel under settings of the company; it begins with sandbox- in the sandbox.",
    },
    isSecret: false,
    isRequired: true,
    pattern: KEY,
  },
  {
    name: "secret_key",
    title: { tr: "Güvenlik anahtarı", en: "Secret key" },
    help: {
      tr: "API anahtarının yanında gösterilir; istekleri ve yanıtları imzalar.",
      en: "Shown beside the API key; it signs requests and answers.",
    },
    isSecret: true,
    isRequired: true,
    pattern: KEY,
  },
] as const satisfies readonly CredentialForm[];

export const CHECKLIST: readonly ConditionForm[] = [
  {
    name: "credentials",
    title: {
      tr: "API anahtarı ile güvenlik anahtarı aynı hesaba ve ortama ait.",
      en: "The API key and the secret key belong to the same account and environment.",
    },
    bankCodes: ["1000", "1001"],
    isStoreKey: true,
  },
  {
    name: "account",
    title: {
      tr: "iyzico hesabı açık, dondurulmamış.",
      en: "The account at iyzico is open and not frozen.",
    },
    bankCodes: ["9000"],
  },
  {
    name: "without_three_d",
    title: {
      tr: "3-D Secure'suz ödeme alınacaksa iyzico hesapta bunu açtı.",
      en: "iyzico has enabled charges without 3-D Secure, if there are any.",
    },
    bankCodes: ["10217"],
  },
];

export const SIGNED_RETURNS = { exceptAt: [] } as const;

export type Terminal = CredentialsOf<typeof CREDENTIALS>;

export function terminalOf(connection: OpenConnection): Terminal {
  return credentialsOf(connection, CREDENTIALS);
}
