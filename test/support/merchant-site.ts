import { createServer } from "node:http";
import { endServer, listenLocally } from "./local-server.ts";

/** A merchant's own site, on a port of its own and therefore another origin. */
export type MerchantSite = {
  readonly url: string;
  /** Sets the answer to `/` from now on. */
  show(page: SitePage): void;
  /** The violations of the site's content security policy that browsers reported. */
  readonly reports: readonly string[];
  close(): Promise<void>;
};

export type SitePage = {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `/app.js`, for a site whose policy forbids inline scripts. */
  readonly script?: string;
};

export async function openMerchantSite(): Promise<MerchantSite> {
  let page: SitePage = { html: "" };
  const reports: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/report") {
      request.on("data", (chunk: Buffer) => reports.push(chunk.toString()));
      response.writeHead(204).end();
    } else if (request.url === "/app.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(page.script);
    } else {
      const type = { "content-type": "text/html; charset=utf-8" };
      response.writeHead(200, { ...type, ...page.headers }).end(page.html);
    }
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    show: (next) => void (page = next),
    reports,
    close: () => endServer(server),
  };
}
