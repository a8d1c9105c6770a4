import type { FeedForm } from "../../../domain/account-feed/feed-form.ts";

export const DEFAULT_PORT = 22;

/** The bank's server is in no table: each contract names its own, with its directory and names. */
export const SFTP_FORM: FeedForm = {
  name: "sftp",
  title: "SFTP (MT940, camt.053)",
  help: {
    tr: "Bankanın SFTP sunucusuna bıraktığı hesap özetleri ya da POS ekstreleri",
    en: "Statements or settlement extracts that the bank lays on an SFTP server",
  },
  hostField: "host",
  bringsFiles: true,
  needsOneOf: ["password", "private_key"],
  everySeconds: 60,
  credentials: [
    {
      name: "host",
      title: { tr: "Sunucu", en: "Host" },
      help: {
        tr: "Bankanın yazdığı ad veya adres",
        en: "The name or address in the bank's letter",
      },
      isSecret: false,
      isRequired: true,
      pattern: /[0-9A-Za-z:._-]{1,253}/,
    },
    {
      name: "port",
      title: { tr: "Kapı numarası", en: "Port" },
      help: { tr: "Boşsa 22", en: "Empty: 22" },
      isSecret: false,
      isRequired: false,
      pattern: /6553[0-5]|655[0-2]\d|65[0-4]\d\d|6[0-4]\d{3}|[1-5]\d{4}|[1-9]\d{0,3}/,
    },
    {
      name: "username",
      title: { tr: "Kullanıcı adı", en: "User name" },
      help: { tr: "Bankanın açtığı kullanıcı", en: "The user that the bank has made" },
      isSecret: false,
      isRequired: true,
      pattern: /[\x21-\x7e]{1,100}/,
    },
    {
      name: "password",
      title: { tr: "Parola", en: "Password" },
      help: { tr: "Anahtar yoksa gereklidir", en: "Needed if there is no key" },
      isSecret: true,
      isRequired: false,
      pattern: /[^\0\r\n]{1,200}/,
    },
    {
      name: "private_key",
      title: { tr: "Gizli anahtar", en: "Private key" },
      help: {
        tr: "OpenSSH biçiminde, BEGIN ve END satırlarıyla; tek satır da olur",
        en: "In OpenSSH's form with its BEGIN and END lines; it may be in one line",
      },
      isSecret: true,
      isRequired: false,
      pattern: /-----BEGIN [A-Z ]{1,40}-----[\s\S]{1,4000}/,
    },
    {
      name: "passphrase",
      title: { tr: "Anahtarın parolası", en: "The key's passphrase" },
      help: { tr: "Anahtar şifreliyse", en: "If the key is encrypted" },
      isSecret: true,
      isRequired: false,
      pattern: /[^\0\r\n]{1,200}/,
    },
    {
      name: "host_key",
      title: { tr: "Sunucunun parmak izi", en: "The server's fingerprint" },
      help: {
        tr: "Bankanın yazısındaki SHA256:… değeri. Boşsa bağlanılmaz; sunucunun verdiği gösterilir",
        en: "SHA256:… of the bank's letter. Empty: no log-in, and the server's own is shown",
      },
      isSecret: false,
      isRequired: false,
      pattern: /SHA256:[A-Za-z0-9+/]{43}/,
    },
    {
      name: "directory",
      title: { tr: "Klasör", en: "Directory" },
      help: { tr: "Boşsa girişteki klasör", en: "Empty: the one after the log-in" },
      isSecret: false,
      isRequired: false,
      pattern: /[^\0\r\n]{1,500}/,
    },
    {
      name: "pattern",
      title: { tr: "Dosya adı", en: "File names" },
      help: {
        tr: "Örneğin HSP*.sta; * ve ? joker, büyük-küçük harf fark etmez; boşsa bütün dosyalar",
        en: "For example HSP*.sta; * and ? stand for others, case is ignored; empty: all files",
      },
      isSecret: false,
      isRequired: false,
      pattern: /[^\0/\r\n]{1,200}/,
    },
  ],
};
