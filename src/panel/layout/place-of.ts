import type { PanelPage } from "../kit/answer.ts";
import { type OpenContext, isMerchant } from "../kit/context.ts";
import { navPath } from "../kit/nav.ts";

/**
 * The address of a page. The answer to a form has the address of the last crumb or of its section,
 * because the form's own address can't be opened.
 */
export function placeOf(context: OpenContext, { nav, crumbs = [] }: PanelPage): string {
  const { isRead, url } = context.request;
  if (isRead) return url;
  const above = crumbs.at(-1)?.href;
  if (above !== undefined || nav === undefined) return above ?? "";
  return isMerchant(context) ? context.to(navPath(nav)) : context.panel(nav);
}
