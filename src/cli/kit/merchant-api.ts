import { createVezne, type Vezne } from "../../client/vezne.ts";
import { readConfig, readSetting, type Config } from "../../config/config.ts";
import { ConfigError } from "../../config/config-error.ts";
import { withoutEndSlashes } from "../../kernel/text.ts";
import { shopFile, type ShopAccount } from "../../service/installation/shop-account.ts";
import { endWell } from "./command-end.ts";

/** The API of the running service with a merchant's key, as a merchant's server uses it. */
export type MerchantApi = {
  /** The address of the service, without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  readonly vezne: Vezne;
  readonly dataDir: string;
  /** The demo shop's account; absent if the key is another merchant's. */
  readonly shop: ShopAccount | undefined;
};

/**
 * Runs a command with the merchant's key: `VEZNE_API_KEY`, or else the demo shop's, which the first
 * start has left in the data directory.
 */
export function withApi(work: (api: MerchantApi) => Promise<void>): Promise<void> {
  return endWell(async () => work(await openApi(readConfig(process.env))));
}

async function openApi(config: Config): Promise<MerchantApi> {
  const { dataDir } = config;
  const named = readSetting(process.env, "VEZNE_API_KEY") ?? "";
  const shop =
    named === ""
      ? await shopFile(dataDir)
          .read()
          .catch(() => undefined)
      : undefined;
  const apiKey = named === "" ? (shop?.testApiKey ?? "") : named;
  if (apiKey === "") {
    throw new ConfigError(
      `VEZNE_API_KEY must be a merchant's API key: there is no demo shop in ${dataDir}`,
    );
  }
  const url = urlOf(process.env["VEZNE_URL"] ?? config.localUrl);
  return { url, apiKey, shop, dataDir, vezne: createVezne({ baseUrl: url, apiKey }) };
}

function urlOf(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return withoutEndSlashes(text);
  throw new ConfigError("VEZNE_URL must be the http or https address of the service");
}
