import type { HostCode } from "../kit/host-codes.ts";
import type { BankOfProtocol } from "../kit/protocol.ts";
import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";

/** The differences between the banks beyond their addresses. */
export type Dialect = {
  /** The bank's number in every message. */
  readonly mbrId: string;
  /** False where the formula of the return's hash is not confirmed: the inquiry decides. */
  readonly hasReturnHash: boolean;
  readonly withoutChallenge: boolean;
  readonly hostDeviations: Readonly<Record<string, HostCode>>;
};

const QNB_HOST_CODES: Readonly<Record<string, HostCode>> = {
  "06": { charged: "no", reason: "card_blocked", retry: "no" },
  "34": { charged: "no", reason: "invalid_cvc", retry: "no" },
  "92": { charged: "no", reason: "invalid_card_number", retry: "later" },
};

const DIALECTS: Readonly<Record<string, Dialect>> = {
  qnb: {
    mbrId: "5",
    hasReturnHash: true,
    // The test system was seen to refuse charges without 3-D Secure.
    withoutChallenge: false,
    hostDeviations: QNB_HOST_CODES,
  },
  ziraat_katilim: {
    mbrId: "12",
    hasReturnHash: false,
    withoutChallenge: true,
    hostDeviations: {},
  },
};

/** For a bank that the table does not have: nothing is taken on trust. */
const STRICT: Dialect = {
  mbrId: "",
  hasReturnHash: true,
  withoutChallenge: false,
  hostDeviations: {},
};

export function dialectOf(bank: string): Dialect {
  return DIALECTS[bank] ?? STRICT;
}

export const BANKS: readonly BankOfProtocol[] = [
  {
    name: "qnb",
    title: "QNB",
    eftCode: "0111",
    live: hostsOf("https://vpos.qnb.com.tr/Gateway"),
    test: hostsOf("https://vpostest.qnb.com.tr/Gateway"),
    evidence: "measured",
  },
  {
    name: "ziraat_katilim",
    title: "Ziraat Katılım",
    eftCode: "0209",
    live: hostsOf("https://vpos.ziraatkatilim.com.tr/Mpi"),
    test: hostsOf("https://payfortestziraatkatilim.cordisnetwork.com/Mpi"),
    evidence: "published_clients",
  },
];

export const CREDENTIALS: readonly CredentialForm[] = [
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
];

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
  },
];

function hostsOf(base: string): Readonly<Record<string, string>> {
  return { api: `${base}/XMLGate.aspx`, threeD: `${base}/Default.aspx` };
}
