import { once } from "node:events";
import { createServer } from "node:http";

/** The largest number of endpoints of a merchant and mode. */
const ENDPOINTS = 16;
/** Slightly shorter than the service's timeout. */
const LATE_MS = 14_000;

/** Webhook endpoints that answer every delivery just before the timeout. */
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
  // Nothing is left to run: the payments of the other loads cause the deliveries.
  return () => undefined;
}
