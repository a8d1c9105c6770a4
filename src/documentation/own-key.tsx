import type { Language } from "../kernel/language.ts";
import { KEY } from "./samples/sample.ts";
import { docsWords } from "./words.ts";

/** A test key without blanks; a live key is no match. */
const PATTERN = "vz_test_[0-9A-Za-z_]+";

/** The field for the reader's test key, which the script puts into the samples of the page. */
export function OwnKey({ language }: { readonly language: Language }) {
  const words = docsWords[language];
  return (
    <form class="own-key waits-for-script">
      <label for="own-key">{words.ownKey}</label>
      <input
        id="own-key"
        name="key"
        autocomplete="off"
        spellcheck={false}
        placeholder={KEY}
        pattern={PATTERN}
        aria-describedby="own-key-text"
      />
      <button type="submit">{words.useKey}</button>
      <small id="own-key-text" role="status">
        {words.ownKeyText}
      </small>
    </form>
  );
}
