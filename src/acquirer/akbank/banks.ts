import type { BankOfProtocol } from "../protocol.ts";
import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";

const SAFE_ID = /^[0-9A-Za-z]{1,64}$/;

export const BANKS: readonly BankOfProtocol[] = [
  {
    name: "akbank",
    title: "Akbank",
    eftCode: "0046",
    live: {
      api: "https://api.akbank.com/api/v1/payment/virtualpos/transaction/process",
      threeD: "https://virtualpospaymentgateway.akbank.com/securepay",
    },
    test: {
      api: "https://apipre.akbank.com/api/v1/payment/virtualpos/transaction/process",
      threeD: "https://virtualpospaymentgatewaypre.akbank.com/securepay",
    },
    evidence: "measured",
  },
];

export const CREDENTIALS: readonly CredentialForm[] = [
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
];

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
    bankCodes: ["http_401"],
  },
];
