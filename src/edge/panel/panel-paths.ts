import type { MerchantId } from "../../kernel/ids.ts";
import { withoutEndSlashes } from "../../kernel/text.ts";
import type { Mode } from "../../merchant/merchant.ts";

export type Place = { readonly merchantId: MerchantId; readonly mode: Mode };

/** The panel's own pages as paths, below the path of the public address. */
export type PanelPaths = {
  /** `/panel`, or a page of it that belongs to no merchant: `account`, `merchants`. */
  panel(page?: string): string;
  /** A page of a merchant in a mode, both of which are in the address. */
  merchant(place: Place, page?: string): string;
  /** A path that was sent along to come back to, if it is one of ours. */
  own(path: string): string | undefined;
};

/** Longer addresses are turned away by what may stand before the service; no page needs one. */
export const LONGEST_ADDRESS = 2_000;

function below(page: string): string {
  return page === "" ? "" : `/${page}`;
}

export function panelPaths(publicUrl: string): PanelPaths {
  const root = `${withoutEndSlashes(new URL(publicUrl).pathname)}/panel`;
  return {
    panel: (page = "") => root + below(page),
    merchant: ({ merchantId, mode }, page = "") => `${root}/${merchantId}/${mode}${below(page)}`,
    own: (path) => {
      const isOurs = path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}?`);
      if (!isOurs || path.length > LONGEST_ADDRESS) return undefined;
      return /^[\w/?=&%.:+~@-]*$/.test(path) && !path.includes("..") ? path : undefined;
    },
  };
}

/** A query without what is empty, in the order given. */
export function queryText(fields: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
