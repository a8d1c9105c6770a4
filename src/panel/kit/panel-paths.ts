import type { MerchantId } from "../../kernel/ids.ts";
import { withoutEndSlashes } from "../../kernel/text.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";

export type Place = { readonly merchantId: MerchantId; readonly mode: Mode };

/** The panel's pages as paths, below the path of the public address. */
export type PanelPaths = {
  /** `/panel`, or a page of it that belongs to no merchant: `account`, `merchants`. */
  panel(page?: string): string;
  /** A page of a merchant in a mode; both are part of the path. */
  merchant(place: Place, page?: string): string;
  /** Returns a path from a form or query if it is a page of the panel, otherwise undefined. */
  own(path: string): string | undefined;
};

/**
 * The longest path with query that the panel uses, in characters. Proxies may refuse longer ones;
 * every page works with a shorter one.
 */
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

/** The query without empty fields, in the given order. */
export function queryText(fields: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
