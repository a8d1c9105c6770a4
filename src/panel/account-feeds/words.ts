import { catalogue } from "../../page/kit/catalogue.ts";

export const feedWords = catalogue({
  title: ["Hesap akışları", "Account feeds"],
  transfers: ["Havaleler", "Transfers"],
  intro: [
    "Bankanız hesabınızı gösteriyorsa gelen havaleleri sistem kendisi görür ve ödemeyi tamamlar. " +
      "Bankanın sunucuya bıraktığı POS ekstreleri de alınır ve karşılaştırılır.",
    "Where your bank shows your account, incoming transfers are seen and complete their payments by themselves. " +
      "Settlement extracts that the bank lays on a server are taken and compared, too.",
  ],
  none: ["Hesap akışı yok.", "There is no account feed."],
  add: ["Hesap akışı ekle", "Add an account feed"],
  addOf: [(protocol: string) => `Ekle: ${protocol}`, (protocol: string) => `Add: ${protocol}`],
  name: ["Ad", "Name"],
  nameHint: ["Yalnızca burada görünür.", "It is shown here only."],
  protocol: ["Yöntem", "Protocol"],
  brings: ["Getirdiği", "Brings"],
  bringsHint: [
    "Ekstre, bağlantının sütun eşlemesiyle okunur.",
    "Extracts are read by the connection's mapping of columns.",
  ],
  statements: ["Hesap hareketleri", "Transfers"],
  extracts: [
    (connection: string) => `POS ekstresi: ${connection}`,
    (connection: string) => `Settlement extracts: ${connection}`,
  ],
  hosts: ["Adres", "Address"],
  hostNames: {
    bank: ["Bankanın adresi", "The bank's address"],
    simulated_bank: ["Sanal banka", "The test bank"],
  },
  every: ["Bakış aralığı (saniye)", "Seconds between two looks"],
  everyHint: ["Boşsa 60; en az 15.", "Empty: 60; at least 15."],
  credentials: ["Bankanın verdiği bilgiler", "What the bank gave you"],
  credentialsHint: [
    "Gizli bilgiler şifreli saklanır ve bir daha gösterilmez.",
    "Secrets are stored encrypted and never shown again.",
  ],
  keepCredentials: [
    "Değiştirmeyecekseniz hepsini boş bırakın.",
    "Leave all of them empty to keep those that are stored.",
  ],
  settings: ["Ayarları değiştir", "Change settings"],
  save: ["Kaydet", "Save"],
  saveAnyway: ["Bankaya sormadan kaydet", "Save without asking the bank"],
  fix: ["Bilgileri düzeltin.", "Correct the fields."],
  saved: ["Hesap akışı kaydedildi.", "The account feed was saved."],
  added: {
    ready: ["Banka bilgileri kabul etti.", "The bank accepts the credentials."],
    refused: [
      "Kaydedildi, ama banka bilgileri kabul etmedi; akış kapalı.",
      "It was saved, but the bank did not accept the credentials; the feed is disabled.",
    ],
    unknown: [
      "Kaydedildi, ama bankadan anlaşılır yanıt gelmedi; akış kapalı.",
      "It was saved, but the bank gave no clear answer; the feed is disabled.",
    ],
  },
  tested: {
    ready: ["Banka bilgileri kabul ediyor.", "The bank accepts the credentials."],
    refused: ["Banka bilgileri kabul etmiyor.", "The bank does not accept the credentials."],
    unknown: ["Bankadan anlaşılır yanıt gelmedi.", "The bank gave no clear answer."],
  },
  moved: ["Hesap akışının durumu değişti.", "The state of the account feed has changed."],
  health: ["Durum", "State"],
  healths: {
    heard: ["çalışıyor", "heard"],
    silent: ["ses yok", "silent"],
    incomplete: ["anlaşılmayan satır var", "lines not understood"],
    untried: ["henüz bakılmadı", "not looked at yet"],
    disabled: ["kapalı", "disabled"],
  },
  answered: ["Son tam yanıt", "Last full answer"],
  news: ["Son yeni kayıt", "Last news"],
  lastCheck: ["Bankanın son sözü", "The bank's last answer"],
  never: ["yok", "none"],
  test: ["Bankaya sor", "Ask the bank"],
  testHint: ["Hiçbir şey değişmez.", "Nothing changes."],
  disable: ["Durdur", "Disable"],
  disableHint: [
    "Hesaba bakılmaz; gelen havaleler dosyayla da alınabilir.",
    "The account is not looked at; transfers can still come by file.",
  ],
  enable: ["Yeniden aç", "Enable"],
  enableHint: [
    "Kapalı kaldığı sürede gelenler de okunur.",
    "What arrived while it was disabled is read too.",
  ],
  ownersOnly: [
    "Hesap akışlarını yalnızca şirket sahibi değiştirebilir.",
    "Only an owner can change account feeds.",
  ],
});
