export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map(row).join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Escapes the text of a table cell, which a bar or a line break would end. */
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

/** Joins the parts of a page by empty lines and leaves out empty parts. */
export function sections(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The anchor of a heading. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ı", "i")
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-|-$/g, "");
}
