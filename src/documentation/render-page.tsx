import type { VNode } from "preact";
import { PartsAbove } from "./contents.tsx";
import { DocsLayout, type DocsKit } from "./docs-layout.tsx";
import { shownOf, type DocPage } from "./doc-page.ts";
import { OwnKey } from "./own-key.tsx";
import { renderMarkdown } from "./render-markdown.tsx";
import { KEY } from "./samples/sample.ts";
import { TryItForm } from "./try-it-form.tsx";

/** Renders a page with everything around it. */
export function renderPage(kit: DocsKit, page: DocPage): VNode {
  const { root } = kit;
  const { language, tryIt } = page;
  const markdown = shownOf(page);
  const { body, headings } = renderMarkdown(markdown, { root, language });
  const [title, ...text] = body;
  const parts = tryIt === undefined ? headings : [...headings, { id: "try-it", title: "Try it" }];
  return (
    <DocsLayout kit={kit} title={page.title} page={page} headings={parts}>
      {title}
      <PartsAbove headings={parts} language={language} />
      {(tryIt !== undefined || markdown.includes(KEY)) && <OwnKey language={language} />}
      {text}
      {tryIt !== undefined && <TryItForm call={tryIt} root={root} />}
    </DocsLayout>
  );
}
