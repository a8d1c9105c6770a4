import type { Entry } from "../../entry.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import { hostLogKeyOf } from "../kit/posnet-family.ts";

/** The fields of an answer, with the booking whose card may delay or lose it. */
export type Result = {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly about?: Entry | undefined;
};

export function writeAnswer({ fields, about }: Result): DoorAnswer {
  const body = JSON.stringify({ ...fields, MessageData: null });
  return { contentType: "application/json; charset=utf-8", body, about };
}

export function refusal(ResponseCode: string, ResponseDescription: string, about?: Entry): Result {
  return { fields: { ServiceResponseData: { ResponseCode, ResponseDescription } }, about };
}

/** A booking as the host answers it. */
export function hostResult(entry: Entry): Result {
  if (entry.code !== "00") return refusal(`00${entry.code}`, "RED-ONAYLANMADI", entry);
  return {
    fields: {
      // Two digits, unlike an inquiry that found something.
      ServiceResponseData: { ResponseCode: "00", ResponseDescription: "Onaylandi" },
      AuthCode: entry.authCode,
      ReferenceCode: hostLogKeyOf(entry),
      PointDataList: [],
      InstallmentData: {
        InstallmentCount: entry.installments === 1 ? "0" : String(entry.installments),
        Amount: "0",
      },
    },
    about: entry,
  };
}
