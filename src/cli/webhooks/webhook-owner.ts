import type { Endpoint } from "../../domain/event/endpoint.ts";
import { parseEndpointId } from "../../kernel/ids.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { CommandError } from "../kit/output.ts";

export async function endpointOf(
  { endpoints }: Pick<Installation, "endpoints">,
  text: string,
): Promise<Endpoint> {
  const endpointId = parseEndpointId(text);
  if (endpointId === undefined) throw new CommandError("--endpoint must be an endpoint id");
  const found = await endpoints.find(endpointId);
  if (found === undefined) throw new CommandError(`there is no endpoint ${endpointId}`);
  return found;
}
