import type { FrameMessage, News } from "../../src/edge/page/frame-message.ts";
import type { VezneGlobal, VezneOptions, VezneWidget } from "./widget-api.d.ts";

/** What a page may have put there to take calls until this script has come. */
type Waiting = { readonly q?: readonly VezneOptions[] };

const LOAD_MS = 15_000;
/** A page that may be framed has spoken before it has loaded; one that may not never speaks. */
const SILENCE_MS = 2_000;
const TALLEST = 20_000;
const SANDBOX =
  "allow-scripts allow-forms allow-same-origin allow-popups " +
  "allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

const { currentScript } = document;
const base = (currentScript instanceof HTMLScriptElement ? currentScript.src : "").replace(
  /\/widget(\/[^/]+)?\.js.*$/,
  "",
);
const home = URL.canParse(base) ? new URL(base).origin : "";
const widgets = new WeakMap<Element, VezneWidget>();

function check(isRight: boolean, option: string, rest: string): asserts isRight {
  if (isRight) return;
  const anchor = option.toLowerCase();
  throw new TypeError(`Vezne.init: ${option} ${rest}. See ${base}/docs/widget#${anchor}`);
}

function init(options: VezneOptions): VezneWidget {
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

function mount(place: Element, { sessionId, onSuccess, onFail }: VezneOptions): VezneWidget {
  const id = newId();
  const frame = createFrame(sessionId, id);
  const before = [...place.childNodes];
  const told = new Set<string>();
  let isKnown = false;
  let isOver = false;
  let timer = setTimeout(giveUp, LOAD_MS, "load_timeout", "did not load");

  function destroy(): void {
    clearTimeout(timer);
    removeEventListener("message", hear);
    if (frame.isConnected) place.replaceChildren(...before);
  }
  function giveUp(code: string, what: string): void {
    // Whoever took the frame out has stopped waiting for it.
    if (!frame.isConnected) return destroy();
    const message = `The payment form ${what}`;
    console.error(`Vezne: ${message}. See ${base}/docs/widget#${code}`);
    destroy();
    tell({ type: "fail", isFinal: true, data: { code, message, session_id: sessionId } });
  }
  function tell(news: News): void {
    const key = news.type === "success" ? "" : (news.data.order_id ?? news.data.code);
    if (isOver || told.has(key)) return;
    told.add(key);
    isOver = news.type === "success" || news.isFinal;
    if (news.type === "success") run(onSuccess, news.data);
    // A refusal from before this widget was there is shown, but is no outcome of it.
    else if (isKnown || isOver) run(onFail, news.data);
  }
  function hear({ data, origin, source }: MessageEvent<FrameMessage | undefined>): void {
    if (!frame.isConnected) return destroy();
    if (origin !== home || source !== frame.contentWindow) return;
    if (data?.v !== 1 || data.frame !== id) return;
    if (data.type === "height") return fit(frame, data.height);
    if (data.type !== "ready") return tell(data);
    clearTimeout(timer);
    frame.title = data.title;
    if (isKnown) frame.scrollIntoView({ block: "nearest" });
    if (data.news) tell(data.news);
    isKnown = true;
  }

  addEventListener("message", hear);
  frame.onload = () => {
    if (isKnown) return;
    clearTimeout(timer);
    timer = setTimeout(giveUp, SILENCE_MS, "frame_blocked", "may not be shown on this site");
  };
  place.replaceChildren(frame);
  return { destroy };
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

function fit(frame: HTMLIFrameElement, height: number): void {
  if (height > 0 && height < TALLEST) frame.style.height = `${height}px`;
}

/** 128 bits that the page cannot guess for another of its frames. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A callback that throws is the page's affair: it is reported there, and stops nothing here. */
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

declare global {
  interface Window {
    Vezne?: VezneGlobal & Waiting;
  }
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
