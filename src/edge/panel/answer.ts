import type { Readable } from "node:stream";
import type { ComponentChildren } from "preact";
import type { Result } from "../../kernel/result.ts";
import type { Flash } from "../../merchant/user-ports.ts";
import type { ExportRefusal } from "../http/export-answer.ts";
import type { NavKey } from "./parts/nav.ts";

export type Crumb = { readonly label: string; readonly href: string };

export type PanelPage = {
  readonly kind: "page";
  readonly status?: number;
  readonly title: string;
  /** Which entry of the navigation it belongs to. */
  readonly nav?: NavKey;
  /** The pages above it, without itself. */
  readonly crumbs?: readonly Crumb[];
  /** Said at once, on this page; a redirect's is said on the next. */
  readonly notice?: Flash | undefined;
  /** Of the session from now on, where it got another token. */
  readonly token?: string;
  /** When it may be tried again, in seconds. */
  readonly retryAfterS?: number | undefined;
  /** Buttons and links beside the heading. */
  readonly actions?: ComponentChildren;
  readonly body: ComponentChildren;
};

/** What a page's code answers with; headers, layout and the session's notice are not its concern. */
export type PanelAnswer =
  | PanelPage
  | {
      readonly kind: "redirect";
      readonly to: string;
      readonly notice?: Flash;
      /** Of a session that begins here or gets another token. */
      readonly token?: string;
      /** For the browser to keep after a sign-in. */
      readonly device?: string | undefined;
      /** Whether the browser's session ends here. */
      readonly signsOut?: boolean;
    }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly type: string;
      /** Called once the page may answer; the signal ends with the browser's connection. */
      readonly open: (signal: AbortSignal) => Promise<Result<Readable, ExportRefusal>>;
    }
  | { readonly kind: "not_found" };

export const NOT_FOUND: PanelAnswer = { kind: "not_found" };

export function redirect(to: string, notice?: Flash): PanelAnswer {
  return notice === undefined ? { kind: "redirect", to } : { kind: "redirect", to, notice };
}

export const done = (text: string): Flash => ({ kind: "done", text });
export const refusal = (text: string): Flash => ({ kind: "refused", text });
