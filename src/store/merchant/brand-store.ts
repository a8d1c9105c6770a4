import type pg from "pg";
import { SECOND, type Clock } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { PLAIN_BRAND, type Brand, type ShownLogo } from "../../domain/merchant/brand.ts";
import { LOGO_TYPES, type Logo } from "../../domain/merchant/logo.ts";
import type { BrandStore } from "../../domain/merchant/ports.ts";
import {
  excludedClause,
  rowValues,
  valuesClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { createExpiringCache } from "../../database/connection/expiring-cache.ts";
import { buffer, integer, oneOf, optionalText, type Row } from "../../database/mapping/rows.ts";

/** All processes show a changed brand within a second. */
const REMEMBERED_MS = SECOND;

export function createBrandStore(pool: pg.Pool, clock: Clock): BrandStore {
  const brands = createExpiringCache<Brand>(clock, REMEMBERED_MS);
  return {
    load: (merchantId) => load(pool, merchantId),
    find: async (merchantId) =>
      (await brands.get(merchantId, () => load(pool, merchantId))) ?? PLAIN_BRAND,

    async save(merchantId, brand, logo) {
      if (logo === undefined) {
        await pool.query(SAVE_WORDS, rowValues(WORDS, { merchantId, brand, logo }));
      } else {
        const saved = { merchantId, brand, logo: logo ?? undefined };
        await pool.query(SAVE_ALL, rowValues(WORDS_AND_LOGO, saved));
      }
      brands.clear();
    },

    async findLogo(merchantId, digest) {
      const { rows } = await pool.query<Row>(
        `select logo, logo_type, logo_width, logo_height
         from merchant_brand where merchant_id = $1 and logo_digest = $2`,
        [merchantId, digest],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      return { ...readSize(row), bytes: buffer(row, "logo") };
    },
  };
}

type SavedBrand = {
  readonly merchantId: MerchantId;
  readonly brand: Omit<Brand, "logo">;
  readonly logo: Logo | undefined;
};

const WORDS: readonly Column<SavedBrand>[] = [
  ["merchant_id", "text", ({ merchantId }) => merchantId],
  ["display_name", "text", ({ brand }) => brand.displayName],
  ["accent_light", "text", ({ brand }) => brand.accent?.light],
  ["accent_dark", "text", ({ brand }) => brand.accent?.dark],
  ["terms_url", "text", ({ brand }) => brand.termsUrl],
  ["privacy_url", "text", ({ brand }) => brand.privacyUrl],
  ["contact", "text", ({ brand }) => brand.contact],
];

const WORDS_AND_LOGO: readonly Column<SavedBrand>[] = [
  ...WORDS,
  ["logo", "bytea", ({ logo }) => logo?.bytes],
  ["logo_type", "text", ({ logo }) => logo?.type],
  ["logo_width", "integer", ({ logo }) => logo?.width],
  ["logo_height", "integer", ({ logo }) => logo?.height],
];

/** The logo stays. */
const SAVE_WORDS = `
insert into merchant_brand ${valuesClause(WORDS)}
on conflict (merchant_id) do update set ${excludedClause(WORDS)}`;

/** Replaces the logo, too, or removes it. */
const SAVE_ALL = `
insert into merchant_brand ${valuesClause(WORDS_AND_LOGO)}
on conflict (merchant_id) do update set ${excludedClause(WORDS_AND_LOGO)}`;

async function load(pool: pg.Pool, merchantId: MerchantId): Promise<Brand> {
  const { rows } = await pool.query<Row>(
    `select display_name, accent_light, accent_dark, terms_url, privacy_url, contact,
       logo_type, logo_width, logo_height, logo_digest
     from merchant_brand where merchant_id = $1`,
    [merchantId],
  );
  return rows[0] === undefined ? PLAIN_BRAND : readBrand(rows[0]);
}

function readBrand(row: Row): Brand {
  const light = optionalText(row, "accent_light");
  const dark = optionalText(row, "accent_dark");
  return {
    displayName: optionalText(row, "display_name"),
    accent: light === undefined || dark === undefined ? undefined : { light, dark },
    termsUrl: optionalText(row, "terms_url"),
    privacyUrl: optionalText(row, "privacy_url"),
    contact: optionalText(row, "contact"),
    logo: readLogo(row),
  };
}

function readLogo(row: Row): ShownLogo | undefined {
  const digest = optionalText(row, "logo_digest");
  return digest === undefined ? undefined : { ...readSize(row), digest };
}

function readSize(row: Row): Omit<Logo, "bytes"> {
  return {
    type: oneOf(row, "logo_type", LOGO_TYPES),
    width: integer(row, "logo_width"),
    height: integer(row, "logo_height"),
  };
}
