import type { FrameMessage, News, ReturnMessage } from "../../src/page/frame-message.ts";
import { find, note } from "../checkout/page.ts";

/** Exchanges messages with the page around a framed page; only framed pages load this script. */
const notes = find("frame", HTMLElement);
if (notes !== undefined) talkToMerchant(notes);

const bank = find("bank-frame", HTMLIFrameElement);
if (bank !== undefined) awaitReturn(bank);

if (document.querySelector("[data-returned]") !== null && parent !== window) {
  const message: ReturnMessage = { v: 1, type: "returned" };
  parent.postMessage(message, location.origin);
}

type Content =
  | { readonly type: "ready"; readonly title: string; readonly news: News | undefined }
  | { readonly type: "height"; readonly height: number }
  | News;

function talkToMerchant(element: HTMLElement): void {
  const send = (content: Content): void => {
    const message: FrameMessage = { v: 1, frame: note(element, "frame"), ...content };
    parent.postMessage(message, note(element, "origin"));
  };
  let height = 0;
  const measure = (): void => {
    const now = Math.ceil(document.body.getBoundingClientRect().height);
    if (now !== height) send({ type: "height", height: (height = now) });
  };
  send({ type: "ready", title: document.title, news: readNews(element, "news") });
  // Browsers ignore `autofocus` in a cross-origin frame but permit `focus()`.
  document.querySelector<HTMLElement>("[autofocus]")?.focus();
  new ResizeObserver(measure).observe(document.body);
  measure();
  const expiry = readNews(element, "expiry");
  const expired = find("expired", HTMLElement);
  if (expiry === undefined || expired === undefined) return;
  new MutationObserver((_, observer) => {
    if (expired.hasAttribute("hidden")) return;
    observer.disconnect();
    send(expiry);
  }).observe(expired, { attributeFilter: ["hidden"] });
}

/** Reads an outcome that our server wrote into the page, so it is trusted. */
function readNews(element: HTMLElement, name: string): News | undefined {
  const text = note(element, name);
  if (text === "") return undefined;
  const news: unknown = JSON.parse(text);
  return isNews(news) ? news : undefined;
}

function isNews(value: unknown): value is News {
  return typeof value === "object" && value !== null && "type" in value && "data" in value;
}

/** Reloads when the bank's frame has come back to our origin and reports it by a message. */
function awaitReturn(inner: HTMLIFrameElement): void {
  addEventListener("message", ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== inner.contentWindow) return;
    if (typeof data !== "object" || data === null || !("type" in data)) return;
    if (data.type === "returned") location.reload();
  });
}
