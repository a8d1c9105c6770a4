import type { ApiBody } from "./api-client.ts";
import { query } from "./merchant-calls.ts";
import type { ShopService } from "./service.ts";

/** Rows that may change: all of a merchant's, and those of these users. */
export type Excepted = { readonly merchantId?: string; readonly userIds?: readonly string[] };

/** The rows of each table as texts, under the name of the table. */
export type RowTexts = Readonly<Record<string, readonly string[]>>;

/** All rows of the service's and the test bank's tables, without the excepted ones. */
export async function rowTexts(
  shop: Pick<ShopService, "database">,
  { merchantId = "", userIds = [] }: Excepted,
): Promise<RowTexts> {
  const tables = await query(
    shop,
    `select format('%I.%I', nspname, relname) as name,
       bool_or(attname = 'merchant_id') as has_merchant, bool_or(attname = 'user_id') as has_user
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid and attnum > 0
     where nspname in ('public', 'bank') and relkind in ('r', 'p') and not relispartition
     group by 1 order by 1`,
  );
  const users = userIds.map((id) => `'${id}'`).join();
  const notTheMerchants = `merchant_id is distinct from '${merchantId}'`;
  const notTheUsers = users === "" ? "true" : `coalesce(user_id, '') not in (${users})`;
  // A row of this table names an entry of the audit log, which has the merchant and the user.
  const notTheirEntries = `entry_id in (
    select entry_id from panel_audit where ${notTheMerchants} and ${notTheUsers})`;
  const rowsOf = ({ name, has_merchant, has_user }: ApiBody): string => {
    const conditions = [
      ...(has_merchant === true ? [notTheMerchants] : []),
      ...(has_user === true ? [notTheUsers] : []),
      ...(name === "public.audit_unsealed" ? [notTheirEntries] : []),
    ];
    return `select '${String(name)}' as table, row_to_json(t)::text as row from ${String(name)} as t
      where ${["true", ...conditions].join(" and ")}`;
  };
  const rows = await query(shop, `${tables.map(rowsOf).join(" union all ")} order by 1, 2`);
  const texts: Record<string, string[]> = {};
  for (const { table, row } of rows) (texts[String(table)] ??= []).push(String(row));
  return texts;
}

/** The rows that were added (+) or removed (-), with their tables; a changed row is both. */
export function changedRows(before: RowTexts, after: RowTexts): readonly string[] {
  const tables = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return tables.flatMap((table) => {
    const [old = [], now = []] = [before[table], after[table]];
    return [
      ...old.filter((row) => !now.includes(row)).map((row) => `- ${table} ${row}`),
      ...now.filter((row) => !old.includes(row)).map((row) => `+ ${table} ${row}`),
    ];
  });
}
