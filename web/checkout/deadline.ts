import { announce, find, note, notes } from "./page.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** From when on the time that is left is counted down. */
const SHOWN_MS = 10 * MINUTE_MS;

/** Counts the last minutes down, says some of them aloud, and closes the form when none is left. */
export function watchDeadline(form: HTMLFormElement, onExpired: () => void): void {
  const announcements = [...notes(form, "announce")].map(([minutes, text]) => ({
    at: Number(minutes) * MINUTE_MS,
    text,
  }));
  // The visitor's clock may be wrong, so only its progress counts.
  const end = performance.now() + Number(note(form, "left"));
  const countdown = showLocalTime();
  let before = end - performance.now();
  const timer = setInterval(tick, SECOND_MS);
  tick();

  function tick(): void {
    const left = Math.max(end - performance.now(), 0);
    const passed = announcements.find(({ at }) => left <= at && before > at);
    if (passed !== undefined) announce(passed.text);
    before = left;
    if (countdown !== undefined) countdown.textContent = left < SHOWN_MS ? clockText(left) : "";
    if (left > 0) return;
    clearInterval(timer);
    onExpired();
    const expired = find("expired", HTMLElement);
    if (expired !== undefined) expired.hidden = false;
  }
}

function clockText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The server wrote the shop's local time; the visitor may be elsewhere. */
function showLocalTime(): HTMLElement | undefined {
  const time = document.querySelector<HTMLTimeElement>("time[data-deadline]");
  if (time === null) return undefined;
  const { lang } = document.documentElement;
  const text = new Intl.DateTimeFormat(lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(time.dateTime));
  const local = lang === "tr" ? text.replace(":", ".") : text;
  const shops = time.textContent;
  if (shops !== local) {
    time.textContent = local;
    const sentence = document.querySelector("#expired p");
    if (sentence !== null) sentence.textContent = sentence.textContent.replace(shops, local);
  }
  const countdown = document.createElement("span");
  countdown.className = "countdown";
  countdown.setAttribute("aria-hidden", "true");
  time.after(countdown);
  return countdown;
}
