/** The answer of a door: its HTTP status and its body. */
export type DoorReply = { readonly status: number; readonly text: string };

const APPROVED = /^(?:0{2,4}|VPS-0000|Successfull)$/;

/** The fields that hold the verdict, the most particular one first. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  nestpay: ["ERRORCODE", "ProcReturnCode"],
  garanti: ["ReasonCode"],
  posnet: ["respCode"],
  albaraka: ["ResponseCode"],
  payflex: ["ResultCode", "ResponseCode", "MessageErrorCode"],
  payfor: ["ProcReturnCode"],
  intervpos: ["ProcReturnCode"],
  akbank: ["hostResponseCode", "responseCode"],
  boa: ["ResponseCode", "faultcode"],
};

/** The verdict of an answer: `approved`, `page`, or the code of a refusal. */
export function outcomeOf(door: string, { status, text }: DoorReply): string {
  if (status !== 200) return String(status);
  if (door === "nestpay" && valueIn(text, "Response") === "Approved") return "approved";
  if (/<approved>1</.test(text) || valueIn(text, "MessageErrorCode") === "200") return "approved";
  if (text.includes("<form")) return "page";
  const code = (CODES[door] ?? []).map((name) => valueIn(text, name)).find((value) => value !== "");
  return APPROVED.test(code ?? "") ? "approved" : (code ?? "unreadable");
}

/** A value in XML, JSON, pairs or a form of HTML; empty if there is none. */
export function valueIn(text: string, name: string): string {
  const found = new RegExp(
    `(?:<${name}>|"${name}":"?|(?:^|;;)${name}=|name="${name}" value=")([^<",;]*)`,
  ).exec(text);
  return found?.[1] ?? "";
}
