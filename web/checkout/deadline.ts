import { announce, find, note, notes } from "./page.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** The countdown is shown when less than this time is left. */
const SHOWN_MS = 10 * MINUTE_MS;

/** Counts down the last minutes, announces some of them, and closes the form at the end. */
export function watchDeadline(section: HTMLElement, onExpired: () => void): void {
  const announcements = [...notes(section, "announce")].map(([minutes, text]) => ({
    at: Number(minutes) * MINUTE_MS,
    text,
  }));
  // Uses elapsed time only, because the visitor's clock may be wrong.
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
    const isShown = left > 0 && left < SHOWN_MS;
    if (countdown !== undefined) {
      countdown.textContent = isShown
        ? note(section, "remaining").replace("%", clockText(left))
        : "";
    }
    if (left > 0) return;
    clearInterval(timer);
    onExpired();
    close(section);
  }
}

/** Leaves of the forms only the message that the time is over, with the way back to the shop. */
function close(section: HTMLElement): void {
  const expired = find("expired", HTMLElement);
  if (expired === undefined) return;
  const hadFocus = section.contains(document.activeElement);
  expired.hidden = false;
  section.dataset["closed"] = "";
  if (hadFocus) expired.querySelector("button")?.focus({ preventScroll: true });
  expired.scrollIntoView({ block: "nearest" });
}

function clockText(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Adds the shop's time zone to the deadline if the visitor's zone differs. */
function prepareTime(): HTMLElement | undefined {
  const time = document.querySelector<HTMLTimeElement>("time[data-zone]");
  if (time === null) return undefined;
  const visitorsMinutes = -new Date(time.dateTime).getTimezoneOffset();
  if (visitorsMinutes !== Number(note(time, "minutes"))) time.append(` (${note(time, "zone")})`);
  const countdown = document.createElement("span");
  countdown.className = "countdown";
  countdown.setAttribute("aria-hidden", "true");
  time.after(countdown);
  return countdown;
}
