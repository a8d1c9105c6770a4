/** Markdown by hand: what the pages are made of before they become HTML. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map(row).join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Text within a table, where a bar and a line break would end the cell. */
export function cell(text: string): string {
  const lines = text.replaceAll("|", "\\|").split("\n");
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");
}

export function code(text: string): string {
  return text === "" ? "" : `\`${cell(text)}\``;
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

export function json(value: unknown): string {
  return fence("json", JSON.stringify(value, null, 2));
}

/** Parts of a page with an empty line between them; empty ones are left out. */
export function sections(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** What a heading is found by within its page. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ı", "i")
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-|-$/g, "");
}
