import { catalogue } from "../../page/kit/catalogue.ts";
import { counted } from "../../page/kit/counted.ts";

export const userWords = catalogue({
  users: ["Kullanıcılar", "Users"],
  operators: ["İşletmenler", "Operators"],
  unknown: ["Böyle bir kullanıcı yok.", "There is no such user."],
  none: [
    (email: string) =>
      `Bu üye iş yerinin henüz kullanıcısı yok. Siz (${email}) işletmen olarak giriş yaptınız.`,
    (email: string) =>
      `This merchant has no users yet. You (${email}) are signed in as an operator.`,
  ],
  email: ["E-posta", "E-mail"],
  role: ["Rol", "Role"],
  state: ["Durum", "State"],
  enabled: ["Açık", "Enabled"],
  disabled: ["Kapalı", "Disabled"],
  disabledUnused: ["Kapalı: 90 gün kullanılmadı", "Disabled: not used for 90 days"],
  used: ["Son giriş", "Last sign-in"],
  notChosen: ["Kendi parolasını henüz belirlemedi", "Has not chosen a password yet"],
  secondFactor: ["İki adımlı doğrulama", "Two-step verification"],
  on: ["Açık", "On"],
  off: ["Kapalı", "Off"],
  created: ["Oluşturuldu", "Created"],
  you: ["siz", "you"],
  addTitle: ["Kullanıcı davet et", "Invite a user"],
  addHint: [
    "Kişinin parolasını belirleyeceği bir bağlantı oluşur; onu kişiye siz iletirsiniz.",
    "You get a link at which the person chooses a password, and hand it over.",
  ],
  add: ["Davet bağlantısı oluştur", "Make an invitation link"],
  emailWrong: ["Bir e-posta adresi yazın.", "Type an e-mail address."],
  emailTaken: ["Bu adresle bir kullanıcı zaten var.", "There is a user with this address already."],
  roleWrong: ["Bir rol seçin.", "Choose a role."],
  password: ["Parola", "Password"],
  link: ["Bağlantı", "Link"],
  linkOnce: [
    "Bağlantıyı kişiye şimdi iletin; bir daha gösterilmez.",
    "Hand the link over now; it is not shown again.",
  ],
  linkHint: [
    "Kişi bu adreste parolasını belirler. Bağlantı bir kez ve üç gün için geçerlidir; " +
      "süresi dolarsa kullanıcının sayfasından yenisini oluşturun.",
    "The person chooses a password at this address. The link works once and for three days; " +
      "after that, make a new one on the user's page.",
  ],
  goOn: ["Kullanıcılara dön", "Back to the users"],
  rolesTitle: ["Roller ne yapar?", "What do the roles do?"],
  changeRole: ["Rolü değiştir", "Change the role"],
  roleChanged: ["Rol değişti.", "The role was changed."],
  notOneself: [
    "Kendi rolünüzü değiştiremez ve kendinizi kapatamazsınız.",
    "You can neither change your own role nor disable yourself.",
  ],
  disableTitle: ["Girişi kapat", "Disable"],
  disableHint: [
    "Açık oturumları hemen biter; kayıtları kalır.",
    "Open sessions end at once; the user's records stay.",
  ],
  disable: ["Kullanıcıyı kapat", "Disable the user"],
  wasDisabled: [
    "Kullanıcı kapatıldı; oturumları bitti.",
    "The user is disabled; the sessions have ended.",
  ],
  enableTitle: ["Girişi aç", "Enable"],
  enable: ["Kullanıcıyı aç", "Enable the user"],
  enableHint: [
    "Eski parolası ve rolüyle yeniden girebilir.",
    "The user can sign in again, with the same password and role.",
  ],
  wasEnabled: ["Kullanıcı yeniden giriş yapabilir.", "The user can sign in again."],
  resetTitle: ["Parolayı sıfırla", "Reset the password"],
  resetHint: [
    "Şimdiki parola ve açık oturumlar hemen biter; kişi bağlantıda yenisini belirler.",
    "The password and open sessions end at once; the person chooses a new one at a link.",
  ],
  resetFactor: [
    "İki adımlı doğrulamayı da kaldır (telefonu kaybolduysa)",
    "Remove two-step verification, too (for a lost phone)",
  ],
  reset: ["Parola bağlantısı oluştur", "Make a password link"],
  endTitle: ["Oturumlar", "Sessions"],
  endHint: [
    (count: number) => `${count} açık oturum.`,
    (count: number) => `${counted(count, "open session")}.`,
  ],
  end: ["Hepsini kapat", "End all of them"],
  ended: [
    (count: number) => `${count} oturum kapandı.`,
    (count: number) => `${counted(count, "session")} ended.`,
  ],
  history: ["Denetim kaydı", "Audit log"],
});
