import { randomUUID } from "node:crypto";
import { uploadTo } from "../upload.mjs";

const UPLOADERS = 4;
const LINES = 4_000;

/** Uploads statements in a row, each with thousands of lines that match no payment. */
export async function uploadStatements({ url, merchantId, cookie }) {
  const page = `${url}/panel/${merchantId}/test/transfers`;
  const upload = await uploadTo({ page, url, cookie, field: "file" });
  const uploadOn = async (signal) => {
    while (!signal.aborted) await upload(statement(), signal).catch(() => undefined);
  };
  return (signal) => {
    for (let uploader = 0; uploader < UPLOADERS; uploader += 1) {
      uploadOn(signal).catch(() => undefined);
    }
  };
}

/** An MT940 statement whose lines occur in no other statement. */
function statement() {
  const run = randomUUID().replaceAll("-", "").slice(0, 8);
  const lines = Array.from({ length: LINES }, (_, index) => {
    const reference = `${run}${index}`;
    return `:61:2611211121C100,00NTRF${reference}//${reference}\r\n:86:HAVALE ${reference}`;
  });
  return [
    ":20:EKSTRE",
    ":25:TR330006100519786457841326",
    ":28C:1/1",
    ":60F:C261120TRY0,00",
    ...lines,
    ":62F:C261121TRY400000,00",
    "-",
  ].join("\r\n");
}
