import type { Readable } from "node:stream";
import type { ComponentChildren } from "preact";
import type { Result } from "../../kernel/result.ts";
import type { Flash } from "../../domain/merchant/user-ports.ts";
import type { ExportRefusal } from "../../http/answer/export-answer.ts";
import type { Appearance } from "./look.ts";
import type { NavKey } from "./nav.ts";

export type Crumb = { readonly label: string; readonly href: string };

export type PanelPage = {
  readonly kind: "page";
  readonly status?: number;
  readonly title: string;
  /** The navigation entry of the page. */
  readonly nav?: NavKey;
  /** The parent pages, without the page itself. */
  readonly crumbs?: readonly Crumb[];
  /** A message on this page; the flash of a redirect appears on the next page. */
  readonly flash?: Flash | undefined;
  /** The session's new token, if it was renewed. */
  readonly token?: string;
  /** The seconds until another attempt is possible. */
  readonly retryAfterS?: number | undefined;
  /** The page of the panel that the browser opens at once, as a navigation within this site. */
  readonly goesOnTo?: string;
  /** Buttons and links beside the heading. */
  readonly actions?: ComponentChildren;
  readonly body: ComponentChildren;
};

/** The answer of a page's code; headers, layout and a waiting flash are added by `sendAnswer`. */
export type PanelAnswer =
  | PanelPage
  | {
      readonly kind: "redirect";
      readonly to: string;
      readonly flash?: Flash;
      /** The token of a new or renewed session. */
      readonly token?: string;
      /** The cookie of a known device, set after a sign-in. */
      readonly device?: string | undefined;
      /** The cookie of a sign-in at an identity provider. */
      readonly identity?: string;
      /** The look of the panel in this browser from now on. */
      readonly look?: Appearance;
      /** True if the browser's session ends here. */
      readonly signsOut?: boolean;
    }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly type: string;
      /** Called after the access check; the signal aborts when the browser's connection closes. */
      readonly open: (signal: AbortSignal) => Promise<Result<Readable, ExportRefusal>>;
    }
  | { readonly kind: "not_found" };

export const NOT_FOUND: PanelAnswer = { kind: "not_found" };

export function redirect(to: string, flash?: Flash): PanelAnswer {
  return flash === undefined ? { kind: "redirect", to } : { kind: "redirect", to, flash };
}

export const done = (text: string): Flash => ({ kind: "done", text });
export const refusal = (text: string): Flash => ({ kind: "refused", text });
/** For an act whose outcome is not known yet. */
export const waiting = (text: string): Flash => ({ kind: "waits", text });
