import axe from "axe-core";
import type { Language } from "../../src/kernel/language.ts";
import { foreignTexts } from "./catalogue-texts.ts";
import type { Shown } from "./scene.ts";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The axe violations of a page, best practices included. */
export async function axeFindings(shown: Shown): Promise<readonly string[]> {
  if (!(await shown.evaluate(() => "axe" in window))) await shown.evaluate(axe.source);
  return shown.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: "tag", values: rules },
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, RULES);
}

/** The elements that are too small, too wide, cut off or beyond the current width. */
export async function layoutFindings(shown: Shown): Promise<readonly string[]> {
  return shown.evaluate(() => {
    const findings: string[] = [];
    const root = document.documentElement;
    const nameOf = (element: Element) => element.outerHTML.slice(0, 90);
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const all = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown);
    const overflow = (when: string) => {
      const over = root.scrollWidth - root.clientWidth;
      if (over > 0) findings.push(`${over} px beside the page, ${when}`);
    };
    overflow("as it is");
    const fields = "input:not([type=hidden], [type=radio], [type=checkbox]), select";
    for (const field of all(fields)) {
      const size = parseFloat(getComputedStyle(field).fontSize);
      if (size < 16) findings.push(`text of ${size} px: ${nameOf(field)}`);
    }
    const big = `${fields}, .choices label, .cards > label, .save label, .method > label`;
    for (const target of all(`${big}, .primary, .secondary, .actions button`)) {
      if (target.offsetHeight < 48) findings.push(`under 48 px: ${nameOf(target)}`);
    }
    for (const target of all("a[href]:not(.skip), button, summary")) {
      const { width, height } = target.getBoundingClientRect();
      const isInline = getComputedStyle(target).display === "inline";
      if (!isInline && (width < 24 || height < 24)) findings.push(`small: ${nameOf(target)}`);
    }
    // WCAG 1.4.12 requires this spacing of letters, words, lines and paragraphs to work.
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      "* { letter-spacing: .12em !important; word-spacing: .16em !important;" +
        "line-height: 1.5 !important } p { margin-block-end: 2em !important }",
    );
    document.adoptedStyleSheets.push(spacing);
    overflow("with wide spacing");
    for (const box of all("main *, header *, footer *")) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const isCut =
        (/hidden|clip/.test(overflowX) && box.scrollWidth > box.clientWidth + 1) ||
        (/hidden|clip/.test(overflowY) && box.scrollHeight > box.clientHeight + 1);
      if (isCut && !box.matches("input, .unseen, .skip")) {
        findings.push(`cut off with wide spacing: ${nameOf(box)}`);
      }
    }
    document.adoptedStyleSheets.pop();
    root.dir = "rtl";
    overflow("from right to left");
    root.removeAttribute("dir");
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const moving = document.getAnimations().filter(({ playState }) => playState === "running");
      if (moving.length > 0) findings.push(`${moving.length} things move all the same`);
    }
    return findings;
  });
}

/** The tables that are wider than their place, texts that are cut off, and an overflowing page. */
export async function cutFindings(shown: Shown): Promise<readonly string[]> {
  return shown.evaluate(() => {
    const findings: string[] = [];
    const root = document.documentElement;
    const over = root.scrollWidth - root.clientWidth;
    if (over > 0) findings.push(`${over} px beside the page`);
    for (const box of document.querySelectorAll(".scroll")) {
      const wide = box.scrollWidth - box.clientWidth;
      if (wide > 1) findings.push(`table ${box.getAttribute("aria-label")}: ${wide} px too wide`);
    }
    for (const box of document.querySelectorAll<HTMLElement>("body *")) {
      if (box.matches("input, select, textarea, .unseen, .unseen *, .skip, svg, svg *")) continue;
      if (!box.checkVisibility({ visibilityProperty: true })) continue;
      // A box of one pixel is for screen readers.
      if (box.clientWidth <= 1) continue;
      const { overflowX, overflowY } = getComputedStyle(box);
      const isCut =
        (/hidden|clip/.test(overflowX) && box.scrollWidth > box.clientWidth + 1) ||
        (/hidden|clip/.test(overflowY) && box.scrollHeight > box.clientHeight + 1);
      if (isCut && box.innerText.trim() !== "") {
        findings.push(`cut off: ${box.outerHTML.slice(0, 120)}`);
      }
    }
    return findings;
  });
}

/** The elements that reach beyond the right edge of the page; the outermost ones only. */
export async function widthFindings(shown: Shown): Promise<readonly string[]> {
  return shown.evaluate(() => {
    const isBeyond = (element: Element): boolean =>
      element.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
    return [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest(".unseen, .skip") === null && isBeyond(element))
      .filter(({ parentElement }) => parentElement === null || !isBeyond(parentElement))
      .map((element) => `beyond the page: ${element.outerHTML.slice(0, 90)}`);
  });
}

/** The amounts and short words that a narrow box breaks over two lines, each with its text. */
export async function brokenFindings(shown: Shown): Promise<readonly string[]> {
  return shown.evaluate(() => {
    const AMOUNT = /^[^\d\s]*\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$/;
    const WORD = /^\p{L}{2,14}[.,:]?$/u;
    const findings = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const { currentNode: text } = texts;
      const box = text.parentElement;
      if (
        box === null ||
        box.closest("script, style, noscript, pre, code, .code, .mono, .unseen") !== null
      )
        continue;
      if (!box.checkVisibility({ visibilityProperty: true })) continue;
      for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/\S+/g)) {
        if (!AMOUNT.test(word) && !WORD.test(word)) continue;
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (box.closest("thead")?.clientWidth === 1) continue;
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) findings.add(`broken: ${word} in ${box.outerHTML.slice(0, 90)}`);
      }
    }
    return [...findings];
  });
}

/** Values that no reader should see, and another language of the page than the reader's. */
export async function rawFindings(shown: Shown, language: Language): Promise<readonly string[]> {
  const { lang, text } = await shown.evaluate(() => ({
    lang: document.documentElement.lang,
    text: [...document.body.querySelectorAll<HTMLElement>("main :not(pre, pre *)")]
      .filter((element) => element.childElementCount === 0)
      .map((element) => element.innerText)
      .join("\n"),
  }));
  const raw = /\b(undefined|NaN|\[object \w+\])\b|\$\{|=> ?`/.exec(text);
  return [
    ...(lang === language ? [] : [`lang is ${lang}`]),
    ...(raw === null ? [] : [`raw: ${raw[0]}`]),
  ];
}

/** The texts in the other language, in no language, or without their arguments. */
export async function languageFindings(
  shown: Shown,
  language: Language,
): Promise<readonly string[]> {
  const said = await shown.evaluate(() => {
    const spoken: string[] = [];
    const walk = (element: Element): void => {
      if (element.closest("[lang]") !== document.documentElement) return;
      if (element.matches("script, style, noscript")) return;
      for (const name of ["aria-label", "placeholder", "title", "alt"]) {
        spoken.push(element.getAttribute(name) ?? "");
      }
      for (const child of element.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) spoken.push(child.textContent ?? "");
      }
      for (const child of element.children) walk(child);
    };
    walk(document.documentElement);
    return { spoken, lang: document.documentElement.lang, title: document.title };
  });
  const text = [said.title, ...said.spoken].join("\n");
  const findings = foreignTexts(text, language);
  if (said.lang !== language) findings.push(`lang is ${said.lang}`);
  const raw = /\b(undefined|null|NaN|\[object \w+\])\b|\$\{|=> ?`/.exec(text);
  if (raw !== null) findings.push(`raw: ${raw[0]}`);
  return findings;
}
