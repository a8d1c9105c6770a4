import type { Role } from "../../domain/merchant/user.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

/** The name of each role, and the things that its users may do. */
type RoleTexts = Readonly<Record<Role, { readonly name: string; readonly may: string }>>;

export const roleWords = catalogue<RoleTexts>(
  {
    owner: { name: "Sahip", may: "Her şey: kullanıcılar, ayarlar, anahtarlar ve para" },
    finance: {
      name: "Finans",
      may: "Ödemeler, iadeler ve onayları, havaleler, dışa aktarma, komisyonlar",
    },
    support: { name: "Destek", may: "Ödemeler ve iadeler; büyük iadeler onaya gider" },
    developer: {
      name: "Geliştirici",
      may: "Anahtarlar, webhook'lar ve ödemeleri görme; para işlemi yok",
    },
    "read-only": { name: "Salt okunur", may: "Yalnız görür" },
  },
  {
    owner: { name: "Owner", may: "Everything: users, settings, keys and money" },
    finance: {
      name: "Finance",
      may: "Payments, refunds and their approval, transfers, exports, commissions",
    },
    support: {
      name: "Support",
      may: "Payments and refunds; large refunds need an approval",
    },
    developer: {
      name: "Developer",
      may: "Keys, webhooks and a view of payments; moves no money",
    },
    "read-only": { name: "Read-only", may: "Can only look" },
  },
);
