import { connect } from "node:net";
import { errorMessage } from "../../kernel/thrown.ts";
import type { Config } from "../../config/config.ts";
import { isRecord } from "../../client/record.ts";
import { checkProxies } from "./check-proxies.ts";
import { failed, ok, warning, type Check } from "./check.ts";

const PATIENCE_MS = 5_000;

/**
 * Checks that the service answers at its port or the port is free, that it knows the proxies in
 * front of it, and that its bank answers.
 */
export async function checkService(config: Config): Promise<readonly Check[]> {
  const service = await checkPort(config);
  const runs = service.status === "ok" && service.detail.startsWith("ready");
  const isOwnBankUp = runs && config.testBank;
  const bank = config.bankUrl ?? (isOwnBankUp ? `${config.localUrl}/bank` : undefined);
  const proxies = await checkProxies(config);
  return [service, proxies, ...(bank === undefined ? [] : [await checkBank(bank)])];
}

async function checkPort({ host, port, localUrl, admin }: Config): Promise<Check> {
  if (!(await isListening(host, port))) {
    return ok("service", `not running; port ${port} is free`);
  }
  try {
    const answer = await fetch(`${admin?.url ?? localUrl}/readyz`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const body: unknown = await answer.json().catch(() => undefined);
    const status = isRecord(body) ? body["status"] : undefined;
    if (status === "ready") return ok("service", `ready at ${localUrl}`);
    if (status === "not_ready") {
      return failed("service", `runs at ${localUrl}, but is not ready`, "Look into its log.");
    }
  } catch {
    // The program at the port speaks no HTTP.
  }
  const advice = "Stop it, or set PORT.";
  return failed("service", `another program listens on port ${port}`, advice);
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const address = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
    const socket = connect({ host: address, port, timeout: PATIENCE_MS });
    const end = (isThere: boolean) => (): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", end(true)).once("error", end(false)).once("timeout", end(false));
  });
}

async function checkBank(url: string): Promise<Check> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await answer.arrayBuffer();
    return answer.status < 500
      ? ok("test bank", `answers at ${url}`)
      : warning("test bank", `answers ${answer.status} at ${url}`, "Look into its log.");
  } catch (error) {
    const advice = "Start it, or correct VEZNE_BANK_URL.";
    return failed("test bank", `${url}: ${errorMessage(error)}`, advice);
  }
}
