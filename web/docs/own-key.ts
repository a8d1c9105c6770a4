import { keep, read } from "./storage.ts";

const NAME = "vezne-docs-key";
const PLACEHOLDER = "vz_test_YOUR_KEY";
const TEST_KEY = /^vz_test_\w+$/;

/** The reader's test key; undefined until there is one. */
export function ownKey(): string | undefined {
  const key = read("sessionStorage", NAME);
  return key !== undefined && TEST_KEY.test(key) ? key : undefined;
}

export function withOwnKey(text: string): string {
  return text.replaceAll(PLACEHOLDER, ownKey() ?? PLACEHOLDER);
}

/**
 * Puts the reader's test key into the samples: the key that the panel handed over in the fragment
 * of the address, which browsers send to no server, or the one of the field.
 */
export function useOwnKey(): void {
  const [, handedOver] = /^#key=(vz_test_\w+)$/.exec(location.hash) ?? [];
  if (handedOver !== undefined) {
    keep("sessionStorage", NAME, handedOver);
    history.replaceState(null, "", location.pathname + location.search);
  }
  let shown = PLACEHOLDER;
  const show = (): void => {
    const key = ownKey() ?? PLACEHOLDER;
    for (const code of document.querySelectorAll("main pre code")) replaceIn(code, shown, key);
    shown = key;
  };
  show();
  const form = document.querySelector<HTMLFormElement>(".own-key");
  const input = form?.querySelector<HTMLInputElement>("input");
  if (form === null || input === null || input === undefined) return;
  form.classList.remove("waits-for-script");
  input.value = ownKey() ?? "";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep("sessionStorage", NAME, input.value.trim());
    show();
  });
}

function replaceIn(element: Element, from: string, to: string): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? "";
    if (text.includes(from)) node.nodeValue = text.replaceAll(from, to);
  }
}
