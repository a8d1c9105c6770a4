import type { MerchantId } from "../../kernel/ids.ts";
import type { Brand } from "../../domain/merchant/brand.ts";
import type { Paths } from "../paths.ts";

/** A merchant's brand with its display name. */
export type ShownBrand = Brand & { readonly merchantId: MerchantId; readonly name: string };

/** Reserved space in CSS pixels, so that the layout does not move when the picture arrives. */
const ROOM = { width: 192, height: 48 } as const;

type BrandLogoProps = { readonly brand: ShownBrand; readonly paths: Paths; readonly alt: string };

/** The logo, if there is one; `alt` is empty if the merchant's name stands beside it. */
export function BrandLogo({ brand, paths, alt }: BrandLogoProps) {
  const { merchantId, logo } = brand;
  if (logo === undefined) return null;
  const { digest, width, height } = logo;
  const scale = Math.min(1, ROOM.width / width, ROOM.height / height);
  return (
    <img
      class="logo"
      src={paths.logo(merchantId, digest)}
      alt={alt}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
    />
  );
}
