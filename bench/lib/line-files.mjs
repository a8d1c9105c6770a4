/** Lines of each file. */
export const LINES = 500;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** An MT940 statement that pays transfers; `name` keeps its lines apart from those of others. */
export function statementFile(transfers, name) {
  const total = transfers.reduce((sum, { amount }) => sum + amount, 0);
  const lines = transfers.map(({ amount, reference_code }, index) => {
    const reference = `${name}${reference_code}${index}`.slice(0, 16);
    return [
      `:61:2611211121C${(amount / 100).toFixed(2).replace(".", ",")}NTRF${reference}//${reference}`,
      `:86:HAVALE ${reference_code}`,
    ].join("\r\n");
  });
  return [
    ":20:EKSTRE",
    `:25:${transfers[0].iban}`,
    ":28C:1/1",
    ":60F:C261120TRY0,00",
    ...lines,
    `:62F:C261121TRY${(total / 100).toFixed(2).replace(".", ",")}`,
    "-",
  ].join("\r\n");
}

/** A settlement file that pays attempts out tomorrow, as `attempt` has them. */
export function settlementFile(attempts) {
  const paidOn = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const lines = attempts.map(({ attempt_id, amount, currency }) =>
    [attempt_id, "sale", amount, Math.round(Number(amount) / 50), currency, paidOn].join(","),
  );
  return ["reference,kind,gross,commission,currency,paid_on", ...lines].join("\n");
}
