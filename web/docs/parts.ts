/** Marks the part of the page that is being read in the list beside the text. */
export function followParts(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".parts a")];
  const headings = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  const mark = (): void => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const above = headings.filter(
      (heading) => heading !== null && heading.getBoundingClientRect().top < READING_LINE,
    ).length;
    const passed = isAtEnd ? headings.length : above;
    for (const [place, link] of links.entries()) {
      if (place === Math.max(passed - 1, 0)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  if (links.length === 0) return;
  mark();
  document.addEventListener("scroll", mark, { passive: true });
}

/** The distance from the top of the window, in pixels, at which a heading counts as read. */
const READING_LINE = 160;
