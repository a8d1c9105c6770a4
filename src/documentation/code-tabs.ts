import { fence } from "./markdown.ts";

/** A code block that is one tab of several with the same content. */
export type CodeTab = { readonly name: string; readonly fence: string; readonly text: string };

const MARK = /^```\w+ tab="([^"]*)"/;

/** Writes tabs as code blocks in a row, each with its label behind the language. */
export function codeTabs(tabs: readonly CodeTab[]): string {
  return tabs
    .map(({ name, fence: language, text }) => fence(`${language} tab="${name}"`, text))
    .join("\n\n");
}

/** Reads the label of a code block; undefined for a block that is no tab. */
export function tabName(info: string): string | undefined {
  return MARK.exec(`\`\`\`${info}`)?.[1];
}

/** Leaves the first of each row of tabs, for readers that need the content once. */
export function firstTabs(markdown: string): string {
  const kept: string[] = [];
  let open: "kept" | "dropped" | undefined;
  let isAfterTab = false;
  for (const line of markdown.split("\n")) {
    if (open === undefined && line.startsWith("```")) {
      const isTab = MARK.test(line);
      open = isTab && isAfterTab ? "dropped" : "kept";
      isAfterTab = isTab;
      if (open === "kept") kept.push(isTab ? line.slice(0, line.indexOf(" tab=")) : line);
    } else if (open === undefined) {
      if (line !== "") isAfterTab = false;
      if (line !== "" || kept.at(-1) !== "") kept.push(line);
    } else {
      if (open === "kept") kept.push(line);
      if (line === "```") open = undefined;
    }
  }
  return kept.join("\n");
}
