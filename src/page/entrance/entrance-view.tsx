import type { Language } from "../../kernel/language.ts";
import type { Assets } from "../assets.ts";
import { otherLanguage } from "../language.ts";
import { Document } from "../parts/document.tsx";
import type { Paths } from "../paths.ts";
import { WORDS } from "./words.ts";

/** The parts of an installation that people visit besides the panel, which it always has. */
export type Doors = { readonly demo: boolean; readonly docs: boolean };

export type EntranceKit = {
  readonly assets: Assets;
  readonly paths: Paths;
  readonly doors: Doors;
};

type EntranceProps = {
  readonly kit: EntranceKit;
  readonly language: Language;
  /** True on the page that stands for an address at which there is nothing. */
  readonly isNowhere: boolean;
};

/** The page at the root of the service, and the page for wrong addresses: both lead further. */
export function EntranceView({ kit, language, isNowhere }: EntranceProps) {
  const words = WORDS[language];
  const other = otherLanguage(language);
  const { assets, paths } = kit;
  return (
    <Document
      language={language}
      title={isNowhere ? `${words.nowhere} – Vezne` : `Vezne – ${words.tagline}`}
      paths={paths}
      style={assets.style("entrance")}
      scripts={[]}
    >
      <header class="entrance-head">
        <p class="name">{isNowhere ? <a href={paths.home()}>Vezne</a> : "Vezne"}</p>
        <nav class="languages" aria-label={words.languages}>
          <span aria-current="true">{words.languageName}</span>
          <a href={`?lang=${other}`} lang={other} hreflang={other}>
            {WORDS[other].languageName}
          </a>
        </nav>
      </header>
      <main id="main">
        <h1>{isNowhere ? words.nowhere : words.tagline}</h1>
        {isNowhere && (
          <div class="lost">
            <p>{words.nowhereText}</p>
            <p>{words.customers}</p>
          </div>
        )}
        <h2>{words.doors}</h2>
        <ul class="doors">
          {doorsOf(kit, language).map(({ href, name, text }) => (
            <li>
              <a href={href}>
                <strong>{name}</strong>
                <span>{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </main>
    </Document>
  );
}

type Door = { readonly href: string; readonly name: string; readonly text: string };

function doorsOf({ paths, doors }: EntranceKit, language: Language): readonly Door[] {
  const { demo, panel, docs } = WORDS[language];
  return [
    ...(doors.demo ? [{ href: paths.demo(language), ...demo }] : []),
    { href: paths.panel(), ...panel },
    ...(doors.docs ? [{ href: paths.docs(language), ...docs }] : []),
  ];
}
