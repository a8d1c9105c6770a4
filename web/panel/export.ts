/** Larger exports use the browser's own download, which keeps nothing in memory. */
const MOST_ROWS = 200_000;
const NEWLINE = 10;

/** Shows the progress of an export; without this script the form is an ordinary download. */
export function showExports(): void {
  const form = document.querySelector<HTMLFormElement>("form.export");
  const box = form?.querySelector<HTMLElement>(".progress");
  if (form === null || box === null || box === undefined) return;
  if (Number(box.dataset["rows"]) > MOST_ROWS) return;
  const format = form.elements.namedItem("format");
  // Runs before the latch, which is for forms that leave the page.
  form.addEventListener("submit", (event) => {
    // The lines of a workbook cannot be counted from outside.
    if (format instanceof HTMLSelectElement && format.value === "xlsx") return;
    event.preventDefault();
    event.stopPropagation();
    const { done = "", failed = "" } = box.dataset;
    download(form, box).then(
      () => say(box, done),
      () => say(box, failed),
    );
  });
}

async function download(form: HTMLFormElement, box: HTMLElement): Promise<void> {
  box.hidden = false;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") body.set(name, value);
  }
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok || answer.body === null) throw new Error(String(answer.status));
  const pieces = await read(answer.body, (rows) => show(box, rows));
  save(new Blob(pieces), fileNameOf(answer));
}

async function read(
  body: ReadableStream<Uint8Array>,
  onRows: (rows: number) => void,
): Promise<BlobPart[]> {
  const reader = body.getReader();
  const pieces: BlobPart[] = [];
  let rows = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces;
    pieces.push(new Uint8Array(value));
    for (const byte of value) if (byte === NEWLINE) rows += 1;
    onRows(rows);
  }
}

function show(box: HTMLElement, rows: number): void {
  const { rows: all = "0", progress = "" } = box.dataset;
  const bar = box.querySelector("progress");
  if (bar !== null) bar.value = rows;
  const text = progress.replace("{done}", String(Math.min(rows, Number(all))));
  say(box, text.replace("{all}", all));
}

function say(box: HTMLElement, text: string): void {
  const status = box.querySelector("[role=status]");
  if (status !== null) status.textContent = text;
}

function fileNameOf(answer: Response): string {
  const disposition = answer.headers.get("content-disposition") ?? "";
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? "transactions";
}

function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
