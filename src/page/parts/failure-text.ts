import type { Language } from "../../kernel/language.ts";
import { catalogue } from "../kit/catalogue.ts";

const REFUSED_CERTIFICATE = [
  "cert_has_expired",
  "cert_not_yet_valid",
  "depth_zero_self_signed_cert",
  "err_tls_cert_altname_invalid",
  "self_signed_cert_in_chain",
  "unable_to_get_issuer_cert",
  "unable_to_get_issuer_cert_locally",
  "unable_to_verify_leaf_signature",
] as const;

type Kind = keyof (typeof failureWords)["tr"];

/** The failures of a delivery by the short names that the sender gives them. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["econnrefused", "refused"],
  ["econnreset", "reset"],
  ["epipe", "reset"],
  ["und_err_socket", "reset"],
  ["timeout", "timeout"],
  ["etimedout", "timeout"],
  ["und_err_connect_timeout", "timeout"],
  ["und_err_headers_timeout", "timeout"],
  ["und_err_body_timeout", "timeout"],
  ["enotfound", "unknownName"],
  ["enodata", "unknownName"],
  ["eai_again", "noNames"],
  ["etimeout", "noNames"],
  ["eservfail", "noNames"],
  ["ehostunreach", "unreachable"],
  ["enetunreach", "unreachable"],
  ["address_not_allowed", "forbidden"],
  ...REFUSED_CERTIFICATE.map((code) => [code, "certificate"] as const),
]);

const failureWords = catalogue({
  refused: ["Bağlantı reddedildi", "Connection refused"],
  reset: ["Bağlantı yarıda kesildi", "Connection closed early"],
  timeout: ["Süresi içinde yanıt gelmedi", "No answer in time"],
  unknownName: ["Alan adı bulunamadı", "The host name does not exist"],
  noNames: ["Alan adı sunucusu yanıt vermedi", "The name server did not answer"],
  unreachable: ["Sunucuya ulaşılamadı", "The server can't be reached"],
  forbidden: [
    "Alan adı, gönderim yapılamayan bir adrese çıkıyor",
    "The host has an address that may not be called",
  ],
  certificate: ["Sunucunun TLS sertifikası geçersiz", "The server's TLS certificate is invalid"],
  other: ["Yanıt alınamadı", "No answer"],
});

/** Why a delivery got no answer; a rare name is added, so that it can be looked up. */
export function failureText(error: string, language: Language): string {
  const words = failureWords[language];
  const kind = KINDS.get(error);
  return kind === undefined ? `${words.other} (${error})` : words[kind];
}
