import { SETTINGS } from "../../../src/config/misspelled-settings.ts";
import { RULE } from "../../../src/store/connection/connection-rows.ts";
import { ConnectionChangeSchema } from "../../../src/http/schema/admin/connection.ts";
import {
  NewKeySchema,
  RollKeySchema,
  RollSecretSchema,
} from "../../../src/http/schema/admin/key.ts";
import { FeedChangeSchema } from "../../../src/http/schema/admin/feed.ts";
import { LiveSwitchSchema, MerchantChangeSchema } from "../../../src/http/schema/admin/merchant.ts";
import {
  LimitRowSchema,
  RateRowSchema,
  TermRowSchema,
} from "../../../src/http/schema/admin/table.ts";

/** The settings of each kind, by their names in the registries of the code. */
export const REGISTRIES = {
  // `untested` says that the bank is not asked; it is kept nowhere.
  connection: Object.keys(ConnectionChangeSchema.properties).filter((name) => name !== "untested"),
  merchant: [MerchantChangeSchema, RollSecretSchema, LiveSwitchSchema].flatMap(({ properties }) =>
    Object.keys(properties),
  ),
  key: [
    ...new Set([NewKeySchema, RollKeySchema].flatMap(({ properties }) => Object.keys(properties))),
  ],
  feed: Object.keys(FeedChangeSchema.properties).filter((name) => name !== "untested"),
  routing: RULE.columns.map(([name]) => name),
  "commission-rates": Object.keys(RateRowSchema.properties),
  "installment-limits": Object.keys(LimitRowSchema.properties),
  "settlement-terms": Object.keys(TermRowSchema.properties),
  installation: [...SETTINGS, "HOST", "PORT"],
} as const satisfies Record<string, readonly string[]>;
export type Kind = keyof typeof REGISTRIES;
