import type pg from "pg";
import { SECOND, type Clock } from "../../../kernel/clock.ts";
import type { MerchantId } from "../../../kernel/ids.ts";
import { PLAIN_BRAND, type Brand, type ShownLogo } from "../../../merchant/brand.ts";
import { LOGO_TYPES, type Logo } from "../../../merchant/logo.ts";
import type { BrandStore } from "../../../merchant/ports.ts";
import { createExpiringCache } from "../sql/expiring-cache.ts";
import { buffer, integer, oneOf, optionalText, type Row } from "../sql/rows.ts";

/** All processes show a changed brand within a second. */
const REMEMBERED_MS = SECOND;

export function createBrandStore(pool: pg.Pool, clock: Clock): BrandStore {
  const brands = createExpiringCache<Brand>(clock, REMEMBERED_MS);
  return {
    load: (merchantId) => load(pool, merchantId),
    find: async (merchantId) =>
      (await brands.get(merchantId, () => load(pool, merchantId))) ?? PLAIN_BRAND,

    async save(merchantId, { displayName, accent, termsUrl, privacyUrl, contact }, logo) {
      await pool.query(SAVE, [
        merchantId,
        displayName,
        accent?.light,
        accent?.dark,
        termsUrl,
        privacyUrl,
        contact,
        logo?.bytes,
        logo?.type,
        logo?.width,
        logo?.height,
        logo === undefined,
      ]);
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

/** `$12` is true if the logo stays. */
const SAVE = `
insert into merchant_brand as brand (
  merchant_id, display_name, accent_light, accent_dark, terms_url,
  privacy_url, contact, logo, logo_type, logo_width, logo_height
) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (merchant_id) do update set
  display_name = excluded.display_name,
  accent_light = excluded.accent_light,
  accent_dark = excluded.accent_dark,
  terms_url = excluded.terms_url,
  privacy_url = excluded.privacy_url,
  contact = excluded.contact,
  logo = case when $12 then brand.logo else excluded.logo end,
  logo_type = case when $12 then brand.logo_type else excluded.logo_type end,
  logo_width = case when $12 then brand.logo_width else excluded.logo_width end,
  logo_height = case when $12 then brand.logo_height else excluded.logo_height end`;

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
