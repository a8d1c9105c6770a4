import type { Role } from "../../domain/merchant/user.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

/** The name of each role, and the things that its users may do. */
type Text = readonly [tr: string, en: string];
type RoleTexts = Readonly<Record<Role, { readonly name: Text; readonly may: Text }>>;

export const roleWords = catalogue({
  owner: {
    name: ["Sahip", "Owner"],
    may: [
      "Her şey: kullanıcılar, ayarlar, anahtarlar ve para",
      "Everything: users, settings, keys and money",
    ],
  },
  finance: {
    name: ["Finans", "Finance"],
    may: [
      "Ödemeler, iadeler ve onayları, havaleler, dışa aktarma, komisyonlar",
      "Payments, refunds and their approval, transfers, exports, commissions",
    ],
  },
  support: {
    name: ["Destek", "Support"],
    may: [
      "Ödemeler ve iadeler; büyük iadeler onaya gider",
      "Payments and refunds; large refunds need an approval",
    ],
  },
  developer: {
    name: ["Geliştirici", "Developer"],
    may: [
      "Anahtarlar, webhook'lar ve ödemeleri görme; para işlemi yok",
      "Keys, webhooks and a view of payments; moves no money",
    ],
  },
  "read-only": {
    name: ["Salt okunur", "Read-only"],
    may: ["Yalnız görür", "Can only look"],
  },
} satisfies RoleTexts);
