import type { WebhookManagement } from "../compose-events.ts";
import type { Endpoint } from "../event/endpoint.ts";
import { parseEndpointId, parseMerchantId } from "../kernel/ids.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { CommandError } from "./output.ts";

/** The merchant that `--merchant` names. */
export async function merchantOf(
  { merchants }: Pick<WebhookManagement, "merchants">,
  text: string,
): Promise<Merchant> {
  const merchantId = parseMerchantId(text);
  if (merchantId === undefined) throw new CommandError("--merchant must be a merchant id");
  const found = await merchants.find(merchantId);
  if (found === undefined) throw new CommandError(`there is no merchant ${merchantId}`);
  return found;
}

/** The endpoint that `--endpoint` names. */
export async function endpointOf(
  { endpoints }: Pick<WebhookManagement, "endpoints">,
  text: string,
): Promise<Endpoint> {
  const endpointId = parseEndpointId(text);
  if (endpointId === undefined) throw new CommandError("--endpoint must be an endpoint id");
  const found = await endpoints.find(endpointId);
  if (found === undefined) throw new CommandError(`there is no endpoint ${endpointId}`);
  return found;
}
