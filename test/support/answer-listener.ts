import { vi } from "vitest";

/** An answer of the service, with its headers, as text. */
export type Answer = { readonly to: string; readonly text: string };

/** Records the service's answers besides returning them to the caller. */
export function listenToAnswers(answers: Answer[]): void {
  const realFetch = fetch;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const response = await realFetch(...request);
    const headers = [...response.headers].map((pair) => pair.join(": "));
    const body = await response.clone().text();
    answers.push({ to: response.url, text: `${headers.join("\n")}\n\n${body}` });
    return response;
  });
}
