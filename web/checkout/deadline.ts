import { announce, find, note, notes } from "./page.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** From when on the time that is left is counted down. */
const SHOWN_MS = 10 * MINUTE_MS;

/** Counts the last minutes down, says some of them aloud, and closes the form when none is left. */
export function watchDeadline(section: HTMLElement, onExpired: () => void): void {
  const announcements = [...notes(section, "announce")].map(([minutes, text]) => ({
    at: Number(minutes) * MINUTE_MS,
    text,
  }));
  // The visitor's clock may be wrong, so only its progress counts.
  const end = performance.now() + Number(note(section, "left"));
  const countdown = prepareTime();
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
    if (expired === undefined) return;
    expired.hidden = false;
    expired.scrollIntoView({ block: "nearest" });
  }
}

function clockText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The server wrote the shop's local time; whoever is elsewhere is told whose time it is. */
function prepareTime(): HTMLElement | undefined {
  const time = document.querySelector<HTMLTimeElement>("time[data-zone]");
  if (time === null) return undefined;
  const at = new Date(time.dateTime);
  const zone = zoneName(at, note(time, "zone"));
  if (zone !== zoneName(at)) time.append(` (${zone})`);
  const countdown = document.createElement("span");
  countdown.className = "countdown";
  countdown.setAttribute("aria-hidden", "true");
  time.after(countdown);
  return countdown;
}

/** `GMT+3`; of the visitor's own zone where none is named. */
function zoneName(at: Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat("tr", { timeZone, timeZoneName: "short" });
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
}
