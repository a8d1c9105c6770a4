/** The style of every page of the bank, from the smallest 3-D Secure frame (250 × 400) up. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --bg: #eef2f6; --paper: #fff; --ink: #16202c; --quiet: #4a5766; --line: #7a8796;
  --accent: #0b5a6f; --on-accent: #fff; --error: #a8201a; --note: #fff3cd; --on-note: #4d3b00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #10161d; --paper: #1a222c; --ink: #eef2f6; --quiet: #b3bfcb; --line: #8492a1;
    --accent: #7fd0e4; --on-accent: #06262f; --error: #ff9d96; --note: #4d3b00; --on-note: #fff3cd;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-block-size: 100vh; background: var(--bg); color: var(--ink);
  font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere;
}
.notice {
  padding: .25rem .75rem; background: var(--note); color: var(--on-note);
  font-size: .8125rem; text-align: center;
}
.card {
  max-inline-size: 30rem; margin: 0 auto; padding: .75rem; background: var(--paper);
}
.brand {
  display: flex; align-items: center; justify-content: space-between; gap: .5rem;
  padding-block-end: .5rem; border-block-end: 2px solid var(--accent);
}
.bank { display: flex; align-items: center; gap: .4em; margin: 0; font-weight: 700; }
.bank::before {
  content: ""; flex: none; inline-size: 1.2em; block-size: 1.2em;
  border: .22em solid var(--accent); border-radius: 50%;
}
.language {
  flex: none; display: inline-flex; align-items: center;
  min-block-size: 24px; min-inline-size: 24px;
}
a { color: var(--accent); }
h1 { margin: .75rem 0 .25rem; font-size: 1.125rem; line-height: 1.25; }
p { margin: .25rem 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .75rem; margin: .5rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; text-align: end; font-variant-numeric: tabular-nums; }
.amount { font-weight: 700; white-space: nowrap; }
label { display: block; margin-block-start: .5rem; font-weight: 600; }
.hint { color: var(--quiet); font-size: .875rem; }
.code { color: var(--ink); font-size: 1.0625rem; letter-spacing: .08em; }
.error { color: var(--error); font-weight: 600; }
input {
  display: block; inline-size: 100%; min-block-size: 48px; margin-block: .35rem .75rem;
  padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--paper); color: inherit; font: inherit; font-size: 1.25rem;
  letter-spacing: .15em;
}
input[aria-invalid] { border: 2px solid var(--error); }
.actions { display: grid; gap: .5rem; grid-template-columns: 1fr 1fr; }
button {
  min-block-size: 48px; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--paper); color: inherit; font: inherit; cursor: pointer;
}
.primary {
  grid-column: 1 / -1; border-color: var(--accent); background: var(--accent);
  color: var(--on-accent); font-weight: 700;
}
.tools { margin-block-start: 1rem; border: 1px dashed var(--line); border-radius: 6px; }
.tools summary {
  display: flex; align-items: center; min-block-size: 48px; padding-inline: .75rem;
  background: var(--note); color: var(--on-note); border-radius: 5px; font-weight: 600;
  cursor: pointer;
}
.tools summary::before { content: "⚙"; margin-inline-end: .5rem; }
.tools > .hint { margin: .5rem .75rem 0; }
.tool { padding: .5rem .75rem; }
.tool + .tool { border-block-start: 1px solid var(--line); }
.tool button, select { inline-size: 100%; }
.tool label { margin-block-start: 0; }
select {
  min-block-size: 48px; margin-block: .35rem; padding: .25rem .5rem; border: 1px solid var(--line);
  border-radius: 6px; background: var(--paper); color: inherit; font: inherit;
}
code { font-size: .8125rem; }
a.primary {
  display: grid; place-items: center; min-block-size: 48px; border-radius: 6px;
  text-decoration: none;
}
a.primary, p + .primary, p + form > .primary { margin-block-start: .75rem; }
.first { position: absolute; inline-size: 1px; block-size: 1px; opacity: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 20rem) {
  body { font-size: .875rem; line-height: 1.35; }
  .notice { font-size: .75rem; }
  .card { padding-block: .25rem; }
  h1 { margin-block-start: .4rem; font-size: 1rem; }
  dl { margin: .25rem 0; }
  label { margin-block-start: .25rem; }
  .hint { font-size: .8125rem; }
}
@media (min-width: 32rem) {
  .card { margin-block: 2rem; padding: 1.5rem; border: 1px solid var(--line); border-radius: 10px; }
}
@media (forced-colors: active) {
  button, input, select, .card { border-color: ButtonText; }
  .primary { forced-color-adjust: none; background: ButtonText; color: ButtonFace; }
}
`;
