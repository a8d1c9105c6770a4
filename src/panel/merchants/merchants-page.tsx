import type { Merchant } from "../../domain/merchant/merchant.ts";
import { mayOperate } from "../../domain/merchant/permission.ts";
import { isSuspended } from "../../domain/merchant/suspend-merchant.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type AccountContext, useAccount, useWords } from "../kit/context.ts";
import { Identifier } from "../../page/parts/identifier.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { operatorRoute, type PanelRoute } from "../kit/route.ts";
import { vaultKeyReminder } from "../security/key-ages.tsx";
import { create, CreateForm } from "./create-page.tsx";
import { merchantsWords } from "./words.ts";

/** The operator's first page: every merchant of the installation. */
export const merchantsRoutes: readonly PanelRoute[] = [
  operatorRoute({
    method: "GET",
    path: "merchants",
    permission: "merchants.see",
    run: (context) => merchantsPage(context, ""),
  }),
  operatorRoute({
    method: "POST",
    path: "merchants",
    permission: "merchants.create",
    audit: { action: "merchant.created", kind: "merchant", id: "" },
    run: async (context) =>
      (await create(context)) ?? merchantsPage(context, merchantsWords[context.language].nameWrong),
  }),
];

async function merchantsPage(context: AccountContext, error: string): Promise<PanelAnswer> {
  const { kit, language, signedIn } = context;
  return {
    kind: "page",
    status: error === "" ? 200 : 422,
    nav: "merchants",
    title: merchantsWords[language].title,
    body: (
      <>
        {await vaultKeyReminder(context)}
        <MerchantTable merchants={await kit.merchants.list()} />
        {mayOperate(signedIn.user, "merchants.create") && <CreateForm error={error} />}
      </>
    ),
  };
}

function MerchantTable({ merchants }: { readonly merchants: readonly Merchant[] }) {
  const { kit } = useAccount();
  const words = useWords(merchantsWords);
  if (merchants.length === 0) return <p class="empty">{words.none}</p>;
  const columns: readonly Column<Merchant>[] = [
    {
      head: words.name,
      isRowHead: true,
      cell: ({ merchantId, name }) => (
        <a href={kit.paths.merchant({ merchantId, mode: "test" })}>{name}</a>
      ),
    },
    {
      head: words.id,
      cell: ({ merchantId }) => <Identifier name={words.id} value={merchantId} />,
    },
    {
      head: words.state,
      cell: (merchant) =>
        isSuspended(merchant) ? (
          <span class="badge bad">{words.suspended}</span>
        ) : (
          <span class="badge good">{words.active}</span>
        ),
    },
    { head: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
  return <Table label={words.title} columns={columns} rows={merchants} isLinked />;
}
