import type { Language } from "../../kernel/language.ts";
import type { ShopEvent } from "./shop-events.ts";
import { WORDS } from "./words.ts";

type ArrivedEventsProps = {
  readonly language: Language;
  /** Newest first; undefined if the request for them failed. */
  readonly events: readonly ShopEvent[] | undefined;
  /** The address of this page. */
  readonly here: string;
};

/** The events of the order, each with the body of its webhook. */
export function ArrivedEvents({ language, events, here }: ArrivedEventsProps) {
  const { arrived } = WORDS[language];
  return (
    <section aria-labelledby="events-title">
      <h2 id="events-title">{arrived.title}</h2>
      <p class="hint">{arrived.hint}</p>
      {events === undefined || events.length === 0 ? (
        <p>{events === undefined ? arrived.unknown : arrived.none}</p>
      ) : (
        <ol class="events">
          {events.map(({ id, type, timestamp, body }) => (
            <li>
              <details>
                <summary>
                  <code>{type}</code>{" "}
                  <time datetime={timestamp}>{timestamp.slice(11, 19)} UTC</time>
                </summary>
                <pre tabIndex={0} aria-label={id}>
                  <code>{body}</code>
                </pre>
              </details>
            </li>
          ))}
        </ol>
      )}
      <p>
        <a href={here}>{arrived.refresh}</a>
      </p>
    </section>
  );
}
