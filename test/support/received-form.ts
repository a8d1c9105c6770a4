import type { ReceivedForm } from "../../src/page/kit/multipart.ts";

/** A form of which every byte was received. */
export function received(body: Buffer, contentType: string): ReceivedForm {
  return { head: body, length: body.length, contentType };
}
