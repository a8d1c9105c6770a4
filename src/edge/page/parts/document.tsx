import type { ComponentChildren } from "preact";
import type { Language } from "../../../checkout/session.ts";
import type { AssetLink } from "../assets.ts";
import type { Paths } from "../paths.ts";

type DocumentProps = {
  readonly language: Language;
  readonly title: string;
  readonly paths: Paths;
  readonly style: AssetLink;
  readonly scripts: readonly AssetLink[];
  /** Address of the widget's script, which runs before the page's own. */
  readonly widget?: string;
  /** What only a browser without scripts takes notice of, in the head. */
  readonly withoutScript?: ComponentChildren;
  /** Where every browser goes by itself, and when. */
  readonly refresh?: string | undefined;
  /** Whether a bar at the foot of a small screen needs room below everything. */
  readonly hasBar?: boolean;
  /** Whether it lies within a merchant's page, and is as high as what it shows. */
  readonly isFramed?: boolean;
  readonly children: ComponentChildren;
};

// A till's drawer; inline, because an icon of its own would be one more request.
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  "%3Crect width='32' height='32' rx='8' fill='%230b5d4e'/%3E" +
  "%3Cpath d='M9 10l7 13 7-13' fill='none' stroke='%23fff' stroke-width='4' " +
  "stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

/** Nothing is painted before the end is there, and so nothing moves while the rest arrives. */
const WHOLE = { rel: "expect", href: "#end", blocking: "render" };

/** The document around every page of ours: one style, its scripts, nothing from elsewhere. */
export function Document(props: DocumentProps) {
  const { language, title, paths, style, scripts, withoutScript, children } = props;
  const { hasBar = false, isFramed = false } = props;
  const kind = [hasBar && "pays", isFramed && "framed"].filter(Boolean).join(" ");
  return (
    <html lang={language} dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <link rel="icon" href={ICON} />
        <link {...WHOLE} />
        <link rel="stylesheet" href={paths.asset(style.file)} integrity={style.integrity} />
        {props.widget !== undefined && <script defer src={props.widget} />}
        {scripts.map(({ file, integrity }) => (
          <script defer src={paths.asset(file)} integrity={integrity} />
        ))}
        {props.refresh !== undefined && <meta http-equiv="refresh" content={props.refresh} />}
        {withoutScript !== undefined && <noscript>{withoutScript}</noscript>}
      </head>
      <body class={kind === "" ? undefined : kind}>
        {children}
        <span id="end" hidden />
      </body>
    </html>
  );
}
