/** A transfer for a statement; the amount in minor units. */
export type ReportedTransfer = {
  readonly reference: string;
  readonly minor: number;
  readonly currency?: string;
  readonly description: string;
  readonly sender?: string;
};

export const SENDER_IBAN = "TR420001000000000000000777";

function decimal(minor: number, separator: string): string {
  const digits = String(minor).padStart(3, "0");
  return `${digits.slice(0, -2)}${separator}${digits.slice(-2)}`;
}

/**
 * A statement as Turkish banks write it in ISO 20022, with entries that are not customers' money.
 */
export function camt053(iban: string, transfers: readonly ReportedTransfer[]): string {
  const currency = transfers[0]?.currency ?? "TRY";
  const entries = transfers.map(
    (transfer, index) => `
      <Ntry>
        <NtryRef>${index + 1}</NtryRef>
        <Amt Ccy="${transfer.currency ?? currency}">${decimal(transfer.minor, ".")}</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd>
        <Sts>BOOK</Sts>
        <BookgDt><Dt>2026-11-21</Dt></BookgDt>
        <ValDt><Dt>2026-11-21</Dt></ValDt>
        <AcctSvcrRef>${transfer.reference}</AcctSvcrRef>
        <BkTxCd><Prtry><Cd>FAST</Cd></Prtry></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
          <RltdPties>
            <Dbtr><Nm>${escape(transfer.sender ?? "ŞÜKRÜ İĞDIR & OĞULLARI")}</Nm></Dbtr>
            <DbtrAcct><Id><IBAN>${SENDER_IBAN}</IBAN></Id></DbtrAcct>
          </RltdPties>
          <RmtInf><Ustrd>${escape(transfer.description)}</Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>EKSTRE20261121</MsgId><CreDtTm>2026-11-21T18:00:00+03:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>2026-325</Id>
      <Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>${entries.join("")}
      <Ntry>
        <Amt Ccy="${currency}">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>MASRAF1</AcctSvcrRef>
        <AddtlNtryInf>HESAP İŞLETİM ÜCRETİ</AddtlNtryInf>
      </Ntry>
      <Ntry>
        <Amt Ccy="${currency}">500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts>
        <BookgDt><Dt>2026-11-21</Dt></BookgDt><AddtlNtryInf>PROVİZYON</AddtlNtryInf>
      </Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>
`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** The same in MT940, with `:86:` in subfields, cut into lines of 27 characters. */
export function mt940(iban: string, transfers: readonly ReportedTransfer[]): string {
  const currency = transfers[0]?.currency ?? "TRY";
  const entries = transfers.flatMap((transfer) => [
    `:61:2611211121C${decimal(transfer.minor, ",")}NTRFNONREF//${transfer.reference}`,
    `:86:166?00GELEN FAST${subfields(transfer.description)}?31${SENDER_IBAN}`,
    `?32${transfer.sender ?? "ŞÜKRÜ İĞDIR"}`,
  ]);
  const fields = [
    `:60F:C261120${currency}100000,00`,
    ...entries,
    ":61:2611211121D12,50NCHGNONREF//MASRAF1",
    ":86:808?00MASRAF?20HESAP İŞLETİM ÜCRETİ",
  ];
  return [
    ":20:EKSTRE261121",
    `:25:${iban}${currency}`,
    ":28C:325/1",
    ...fields,
    closingBalance(fields),
    "-",
    "",
  ].join("\r\n");
}

const BALANCE = /^:60[FM]:([CD])\d{6}([A-Z]{3})(\d+),(\d\d)/;
const CHANGE = /^:61:[\d ]*(R?[CD])[A-Z]?(\d+)(?:,(\d{0,2}))?/;

/** The field `:62F:` to which the fields from an opening balance on lead. */
export function closingBalance(fields: readonly string[], tag = "62F"): string {
  let [currency, sum] = ["TRY", 0];
  for (const field of fields) {
    const [, side, code = "TRY", whole = "0", rest = ""] = BALANCE.exec(field) ?? [];
    const [, mark, units = "0", cents = ""] = CHANGE.exec(field) ?? [];
    if (side !== undefined) {
      currency = code;
      sum = (side === "C" ? 1 : -1) * Number(whole + rest);
    }
    const isIn = mark === "C" || mark === "RD";
    sum += (isIn ? 1 : -1) * Number(units + cents.padEnd(2, "0"));
  }
  return `:${tag}:${sum < 0 ? "D" : "C"}261121${currency}${decimal(Math.abs(sum), ",")}`;
}

function subfields(text: string): string {
  const parts = text.match(/.{1,27}/gu) ?? [];
  return parts.map((part, index) => `?${20 + index}${part}`).join("\r\n");
}
