import { connect } from "node:net";

const READERS = 8;
/** What each takes in a second: enough to look alive. */
const BYTES_A_SECOND = 1_024;

/** Asks for exports of everything and hardly reads them; one that is cut off asks again. */
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
    // An answer that is not an export is short and read at once.
    socket.on("readable", () => undefined);
  };
  return (signal) => {
    for (let reader = 0; reader < READERS; reader += 1) open(signal);
  };
}
