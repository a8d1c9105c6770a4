import type { FrameMessage, News } from "../../src/page/frame-message.ts";
import type { VezneOptions, VezneWidget } from "./widget-api.d.ts";

const LOAD_MS = 15_000;
/** A permitted frame sends its first message before `load`; a blocked frame never sends one. */
const SILENCE_MS = 2_000;
const TALLEST = 20_000;
/**
 * The error for a frame that stays silent. Browsers do not tell whether it was not reached, or was
 * blocked because the origin is neither in the merchant's settings nor of a return URL.
 */
const BLOCKED = [
  "frame_blocked",
  "could not be reached, or may not be shown here: if it persists, add this origin to the allowed " +
    "origins of the merchant's settings",
] as const;
const SANDBOX =
  "allow-scripts allow-forms allow-same-origin allow-popups " +
  "allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

const { currentScript } = document;
const scriptAddress = currentScript instanceof HTMLScriptElement ? currentScript.src : "";
const [ownAddress = ""] = scriptAddress.split(/[?#]/, 1);
// The path of this script is `/widget.js` or `/widget/<version>.js` below the service's address.
const ownPlace = ownAddress.lastIndexOf("/widget");
const base = ownPlace < 0 ? ownAddress : ownAddress.slice(0, ownPlace);
const home = URL.canParse(base) ? new URL(base).origin : "";
const widgets = new WeakMap<Element, VezneWidget>();

function check(isRight: boolean, option: string, rest: string): asserts isRight {
  if (isRight) return;
  const anchor = option.toLowerCase();
  const help = home === "" ? "" : `. See ${base}/docs/widget#${anchor}`;
  throw new TypeError(`Vezne.init: ${option} ${rest}${help}`);
}

function init(options: VezneOptions): VezneWidget {
  // Without the address of the script, the frame would show a page of the merchant's own site.
  check(home !== "", "script", "must be loaded by a <script src>, and not as a module");
  check(isObject(options), "options", "must be an object");
  const { sessionId, container } = options;
  check(/^ses_\w+$/.test(sessionId), "sessionId", "must be the session_id of a checkout session");
  check(typeof container === "string", "container", "must be a CSS selector");
  for (const name of ["onSuccess", "onFail"] as const) {
    const callback = options[name];
    check(callback === undefined || typeof callback === "function", name, "must be a function");
  }
  const place = find(container);
  check(place !== null, "container", `"${container}" matches no element`);
  widgets.get(place)?.destroy();
  const widget = mount(place, options);
  widgets.set(place, widget);
  return widget;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function find(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    check(false, "container", `"${selector}" is not a CSS selector`);
  }
}

function mount(place: Element, options: VezneOptions): VezneWidget {
  const { sessionId } = options;
  const id = newId();
  const frame = createFrame(sessionId, id);
  const before = [...place.childNodes];
  const notify = createNotifier(options);
  let isKnown = false;
  let timer = setTimeout(giveUp, LOAD_MS, "load_timeout", "did not load");

  function destroy(): void {
    clearTimeout(timer);
    removeEventListener("message", receive);
    if (frame.isConnected) place.replaceChildren(...before);
  }
  function giveUp(code: string, what: string): void {
    // A removed frame has no outcome to report.
    if (!frame.isConnected) return destroy();
    destroy();
    const message = complain(code, what);
    notify({ type: "fail", isFinal: true, data: { code, message, session_id: sessionId } }, true);
  }
  function listen(): void {
    if (isKnown) return;
    clearTimeout(timer);
    timer = setTimeout(giveUp, SILENCE_MS, ...BLOCKED);
  }
  function receive({ data, origin, source }: MessageEvent<FrameMessage | undefined>): void {
    if (!frame.isConnected) return destroy();
    if (origin !== home || source !== frame.contentWindow) return;
    if (data?.v !== 1 || data.frame !== id) return;
    if (data.type === "height") return fit(frame, data.height);
    if (data.type !== "ready") return notify(data, true);
    clearTimeout(timer);
    frame.title = data.title;
    if (isKnown) frame.scrollIntoView({ block: "nearest" });
    if (data.news) notify(data.news, isKnown);
    isKnown = true;
  }

  addEventListener("message", receive);
  frame.addEventListener("load", listen);
  place.replaceChildren(frame);
  return { destroy };
}

/** Calls the page's callbacks once for each outcome. */
function createNotifier({ onSuccess, onFail }: Pick<VezneOptions, "onSuccess" | "onFail">) {
  const notified = new Set<string>();
  let isOver = false;
  return (news: News, isNew: boolean): void => {
    const key = news.type === "success" ? "" : (news.data.order_id ?? news.data.code);
    if (isOver || notified.has(key)) return;
    notified.add(key);
    isOver = news.type === "success" || news.isFinal;
    if (news.type === "success") run(onSuccess, news.data);
    // A decline before this widget was created is shown in the frame but not reported.
    else if (isNew || isOver) run(onFail, news.data);
  };
}

function createFrame(sessionId: string, id: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  const origin = encodeURIComponent(location.origin);
  frame.src = `${base}/checkout/frame?session=${sessionId}&origin=${origin}&frame=${id}`;
  frame.setAttribute("sandbox", SANDBOX);
  frame.allow = "payment *; publickey-credentials-get *; clipboard-write";
  frame.referrerPolicy = "strict-origin";
  frame.style.cssText = "display:block;width:100%;height:480px;border:0;color-scheme:normal";
  return frame;
}

function complain(code: string, what: string): string {
  const message = `The payment form ${what}`;
  console.error(`Vezne: ${message}. See ${base}/docs/widget#${code}`);
  return message;
}

function fit(frame: HTMLIFrameElement, height: number): void {
  if (height > 0 && height < TALLEST) frame.style.height = `${height}px`;
}

/** 128 random bits, so that the id of another frame cannot be guessed. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reports an error of a callback to the page without interrupting the widget. */
function run<Data>(callback: ((data: Data) => void) | undefined, data: Data): void {
  try {
    callback?.(data);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

const waiting = window.Vezne;
if (!waiting || waiting.q) {
  window.Vezne = { init };
  for (const options of waiting?.q ?? []) {
    try {
      init(options);
    } catch (error) {
      report(error);
    }
  }
  document.dispatchEvent(new Event("vezne:ready"));
}
