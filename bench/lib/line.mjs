import { Pool } from "undici";

/** Connections to one server; any status other than 200 fails the run. */
export function openLine(url) {
  const pool = new Pool(url, { connections: 128, pipelining: 1 });
  const ask = async (request) => {
    const { statusCode, body } = await pool.request(request);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${request.path}: ${statusCode} ${text}`);
    return JSON.parse(text);
  };
  return {
    url,
    pool,
    get: (path, headers = {}) => ask({ method: "GET", path, headers }),
    post: (path, body, headers = {}) =>
      ask({
        method: "POST",
        path,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    close: () => pool.close(),
  };
}
