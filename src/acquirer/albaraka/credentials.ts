import { Secret } from "../../kernel/secret.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import type { ConditionForm, CredentialForm } from "../../domain/connection/protocol-form.ts";
import type { AlbarakaTerminal } from "./request.ts";

export const ALBARAKA_CREDENTIALS: readonly CredentialForm[] = [
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
];

export const ALBARAKA_CHECKLIST: readonly ConditionForm[] = [
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

export function terminalOf({ credentials }: OpenConnection): AlbarakaTerminal {
  const shown = (name: string) => credentials[name]?.reveal() ?? "";
  return {
    merchantNo: shown("merchant_no"),
    terminalNo: shown("terminal_no"),
    key: credentials["key"] ?? new Secret(""),
  };
}
