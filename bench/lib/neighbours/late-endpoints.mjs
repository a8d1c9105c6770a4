import { once } from "node:events";
import { createServer } from "node:http";

/** As many as a merchant may have of a mode. */
const ENDPOINTS = 16;
/** Just before the service gives up waiting. */
const LATE_MS = 14_000;

/** Webhook endpoints that take every delivery and answer it as late as they may. */
export async function answerLate({ url, apiKey }) {
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.end(), LATE_MS);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  for (let index = 0; index < ENDPOINTS; index += 1) {
    const answer = await fetch(`${url}/api/v1/webhook-endpoints`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/${index}` }),
    });
    if (!answer.ok) throw new Error(`an endpoint was refused: ${await answer.text()}`);
  }
  // The payments of the other loads give them their work.
  return () => undefined;
}
