import { hasConnection } from "../../domain/connection/route-payment.ts";
import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Table, type Column } from "../../page/parts/table.tsx";
import { ConnectionBadge, HealthBadge, KeyBadge, LastCheck } from "./connection-parts.tsx";
import { liveWords } from "../going-live/words.ts";
import { acquirerWords } from "./words.ts";

/** The bank connections of a mode. */
export async function connectionsPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = acquirerWords[language];
  const connections = await kit.connections.list(scope);
  const isMine = may(signedIn.user, "connections.change");
  const { roster } = kit.connectionServices.routing;
  const isWithout = !hasConnection(roster, scope, kit.clocks.now(scope));
  return {
    kind: "page",
    nav: "acquirers",
    title: words.title,
    actions: isMine ? (
      <a class="button main" href={context.to("acquirers/new")}>
        {words.add}
      </a>
    ) : undefined,
    body: (
      <>
        <p class="hint">{words.intro}</p>
        {isWithout && <p>{scope.mode === "test" ? words.noneTest : words.noneLive}</p>}
        {connections.length > 0 && <ConnectionTable connections={connections} />}
        <div class="buttons">
          <a class="button plain" href={context.to("acquirers/routing")}>
            {words.routing}
          </a>
          <a class="button plain" href={context.to("going-live")}>
            {liveWords[language].link}
          </a>
        </div>
        {!isMine && <p class="hint">{words.ownersOnly}</p>}
      </>
    ),
  };
}

type TableProps = { readonly connections: readonly AcquirerConnection[] };

function ConnectionTable({ connections }: TableProps) {
  const { to } = useMerchant();
  const words = useWords(acquirerWords);
  const columns: readonly Column<AcquirerConnection>[] = [
    {
      head: words.name,
      isRowHead: true,
      cell: ({ connectionId, title }) => <a href={to(`acquirers/${connectionId}`)}>{title}</a>,
    },
    { head: words.bank, cell: ({ protocol, bank }) => `${bank} (${protocol})` },
    { head: words.terminal, cell: ({ terminal }) => <span class="code">{terminal}</span> },
    {
      head: words.state,
      cell: (connection) => <ConnectionBadge connection={connection} />,
    },
    {
      head: words.health,
      cell: (connection) => <HealthBadge connection={connection} />,
    },
    {
      head: words.lastCheck,
      cell: (connection) => <LastCheck connection={connection} />,
    },
    {
      head: words.storeKey,
      cell: (connection) => <KeyBadge connection={connection} />,
    },
  ];
  return <Table label={words.title} columns={columns} rows={connections} />;
}
