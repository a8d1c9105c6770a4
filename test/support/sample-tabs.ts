/** The tabs of a page in their order: the code of each by its label. */
export function tabsOf(html: string): readonly ReadonlyMap<string, string>[] {
  return [...html.matchAll(/<fieldset class="tabs">(.*?)<\/fieldset>/gs)].map(([, text = ""]) => {
    const names = [...text.matchAll(/<label[^>]*>([^<]*)<\/label>/g)].map(([, name = ""]) => name);
    const codes = [...text.matchAll(/<code[^>]*>(.*?)<\/code>/gs)].map(([, code = ""]) =>
      plain(code),
    );
    return new Map(names.map((name, place) => [name, codes[place] ?? ""]));
  });
}

/** The text of HTML without its elements. */
function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
