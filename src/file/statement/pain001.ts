import { toIso } from "../../kernel/clock.ts";
import { CURRENCIES } from "../../kernel/currency.ts";
import { decimalSum, decimalText } from "../../kernel/decimal.ts";
import { groupsOf } from "../../kernel/groups.ts";
import type { Money } from "../../kernel/money.ts";
import { dayInTurkey } from "../../kernel/calendar-day.ts";
import type { PayableOut, PayoutBatch } from "../../domain/transfer/refund-transfer.ts";

/** The longest name and the longest text that ISO 20022 allows, in characters. */
const NAME_MAX = 70;
const TEXT_MAX = 140;

/**
 * Writes a customer credit transfer initiation (ISO 20022 pain.001.001.03) for the bank's portal:
 * one block for each debited account, one transfer for each refund.
 */
export function pain001(payouts: readonly PayableOut[], batch: PayoutBatch): string {
  const blocks = groupsOf(payouts.map((one) => [`${one.fromIban} ${one.amount.currency}`, one]));
  const name = payouts[0]?.fromName ?? "";
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${batch.batchId}</MsgId>
      <CreDtTm>${toIso(batch.exportedAt)}</CreDtTm>
      <NbOfTxs>${payouts.length}</NbOfTxs>
      <CtrlSum>${sum(payouts)}</CtrlSum>
      <InitgPty><Nm>${text(name, NAME_MAX)}</Nm></InitgPty>
    </GrpHdr>
${[...blocks.values()].map((block, index) => blockOf(block, { index, batch })).join("\n")}
  </CstmrCdtTrfInitn>
</Document>
`;
}

function blockOf(
  payouts: readonly PayableOut[],
  { index, batch }: { readonly index: number; readonly batch: PayoutBatch },
): string {
  const [first] = payouts;
  return `    <PmtInf>
      <PmtInfId>${batch.batchId}-${index + 1}</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <NbOfTxs>${payouts.length}</NbOfTxs>
      <CtrlSum>${sum(payouts)}</CtrlSum>
      <ReqdExctnDt>${dayInTurkey(batch.exportedAt)}</ReqdExctnDt>
      <Dbtr><Nm>${text(first?.fromName ?? "", NAME_MAX)}</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${first?.fromIban ?? ""}</IBAN></Id></DbtrAcct>
      <DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>
${payouts.map(transferOf).join("\n")}
    </PmtInf>`;
}

function transferOf(transfer: PayableOut): string {
  const { refundId, orderId, amount, toIban, toName } = transfer;
  const { currency } = amount;
  const decimal = decimalText(amount.minor, exponentOf(amount));
  return `      <CdtTrfTxInf>
        <PmtId><EndToEndId>${refundId}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="${currency}">${decimal}</InstdAmt></Amt>
        <Cdtr><Nm>${text(toName ?? "NOTPROVIDED", NAME_MAX)}</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>${toIban}</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>${text(`${orderId} iade / refund`, TEXT_MAX)}</Ustrd></RmtInf>
      </CdtTrfTxInf>`;
}

/** The control sum, which ISO 20022 makes of the numbers alone, whatever their currencies. */
function sum(payouts: readonly PayableOut[]): string {
  return decimalSum(
    payouts.map(({ amount }) => ({ minor: amount.minor, exponent: exponentOf(amount) })),
  );
}

function exponentOf({ currency }: Money): number {
  return CURRENCIES[currency].exponent;
}

/** Cuts a text, removes characters that XML does not allow, and escapes the rest. */
function text(value: string, most: number): string {
  // The cut may leave one half of a surrogate pair, which is no valid text.
  const cut = value.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return cut
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\p{Cc}\ufffe\uffff]/gu, " ");
}
