import { connect } from "node:net";

const READERS = 8;
/** Bytes that each reader takes per second, enough to seem alive. */
const BYTES_A_SECOND = 1_024;

/** Requests whole exports and reads them very slowly; a closed connection is opened again. */
export async function readSlowly({ url, address, apiKey }) {
  const { hostname, port } = new URL(url);
  const request =
    `GET /api/v1/payment/transactions/export?format=json HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
    `Authorization: Bearer ${apiKey}\r\n\r\n`;
  const open = (signal) => {
    if (signal.aborted) return;
    const socket = connect({ host: hostname, port: Number(port), localAddress: address });
    socket.write(request);
    const take = setInterval(() => socket.read(BYTES_A_SECOND), 1_000);
    const end = () => socket.destroy();
    signal.addEventListener("abort", end, { once: true });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(take);
      signal.removeEventListener("abort", end);
      setTimeout(() => open(signal), 100);
    });
    // This listener reads answers other than exports, which are short, at once.
    socket.on("readable", () => undefined);
  };
  return (signal) => {
    for (let reader = 0; reader < READERS; reader += 1) open(signal);
  };
}
