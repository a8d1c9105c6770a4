import type { Merchant } from "../../../merchant/merchant.ts";
import type { AccountContext } from "../context.ts";
import { When } from "../parts/when.tsx";
import { operatorRoute, type PanelRoute } from "../route.ts";
import { merchantsWords } from "./words.ts";

/** The operator's first page: every merchant of the installation. */
export const merchantsRoutes: readonly PanelRoute[] = [
  operatorRoute({
    method: "GET",
    path: "merchants",
    permission: "merchants.see",
    run: async (context) => ({
      kind: "page",
      nav: "merchants",
      title: merchantsWords[context.language].title,
      body: <MerchantTable context={context} merchants={await context.kit.merchants.list()} />,
    }),
  }),
];

type Props = { readonly context: AccountContext; readonly merchants: readonly Merchant[] };

function MerchantTable({ context, merchants }: Props) {
  const { kit, language } = context;
  const words = merchantsWords[language];
  if (merchants.length === 0) return <p class="empty">{words.none}</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={words.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.id}</th>
            <th scope="col">{words.created}</th>
          </tr>
        </thead>
        <tbody>
          {merchants.map(({ merchantId, name, createdAt }) => (
            <tr>
              <th scope="row">
                <a href={kit.paths.merchant({ merchantId, mode: "test" })}>{name}</a>
              </th>
              <td>
                <span class="code">{merchantId}</span>
              </td>
              <td>
                <When at={createdAt} language={language} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
