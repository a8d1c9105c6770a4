import type { ComponentChildren } from "preact";
import type { AssetLink } from "../assets.ts";
import type { Paths } from "../paths.ts";
import { ReaderProvider, type Reader } from "../kit/reader.ts";

type DocumentProps = Reader & {
  readonly title: string;
  readonly paths: Paths;
  readonly style: AssetLink;
  readonly scripts: readonly AssetLink[];
  /** Address of the widget's script, which runs before the page's own scripts. */
  readonly widget?: string;
  /** The content of `noscript` in the head. */
  readonly withoutScript?: ComponentChildren;
  /** The content of the `refresh` meta element: seconds and address. */
  readonly refresh?: string | undefined;
  /** The colour scheme that the reader chose; otherwise it is the device's. */
  readonly scheme?: "light" | "dark" | undefined;
  /** True if small screens have a bar at the foot, which needs space below the content. */
  readonly hasBar?: boolean;
  /** True in a frame of a merchant's page, where the page is as high as its content. */
  readonly isFramed?: boolean;
  readonly children: ComponentChildren;
};

// The icon is inline, because a file would cost another request.
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E" +
  "%3Crect width='32' height='32' rx='8' fill='%230b5d4e'/%3E" +
  "%3Cpath d='M9 10l7 13 7-13' fill='none' stroke='%23fff' stroke-width='4' " +
  "stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

/** Blocks rendering until the element `end` has arrived, so that the layout does not move. */
const WHOLE = { rel: "expect", href: "#end", blocking: "render" };

/** The HTML document of every page, with one style sheet and scripts of our own only. */
export function Document(props: DocumentProps) {
  const { language, timeZone, formToken } = props;
  const { title, paths, style, scripts, withoutScript, children } = props;
  const { hasBar = false, isFramed = false } = props;
  const kind = [hasBar && "pays", isFramed && "framed"].filter(Boolean).join(" ");
  return (
    <html lang={language} dir="ltr" data-scheme={props.scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={props.scheme ?? "light dark"} />
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
        <ReaderProvider value={{ language, timeZone, formToken }}>{children}</ReaderProvider>
        <span id="end" hidden />
      </body>
    </html>
  );
}
