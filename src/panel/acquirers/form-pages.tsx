import { Card } from "../../page/parts/card.tsx";
import type { ConnectionFault } from "../../domain/connection/connection-fault.ts";
import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import type { ProtocolForm } from "../../domain/connection/protocol-form.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { ConnectionForm } from "./connection-form.tsx";
import { bodyOf } from "./read-form.ts";
import { acquirerWords } from "./words.ts";

/** The banks that a merchant can connect, by protocol. */
export function choosePage(context: MerchantContext): PanelAnswer {
  const words = acquirerWords[context.language];
  const { protocols } = context.kit.connectionServices;
  return {
    kind: "page",
    nav: "acquirers",
    title: words.choose,
    crumbs: [{ label: words.title, href: context.to("acquirers") }],
    body: (
      <>
        <p class="hint">{protocols.length === 0 ? words.noProtocols : words.chooseHint}</p>
        {protocols.map(({ name, title, banks }) => (
          <Card title={title}>
            <p>{banks.map((bank) => bank.title).join(", ")}</p>
            <a class="button plain" href={`${context.to("acquirers/new")}?protocol=${name}`}>
              {words.addTo(title)}
            </a>
          </Card>
        ))}
      </>
    ),
  };
}

type NewProps = { readonly protocol: ProtocolForm; readonly faults?: readonly ConnectionFault[] };

export function newPage(
  context: MerchantContext,
  { protocol, faults = [] }: NewProps,
): PanelAnswer {
  const words = acquirerWords[context.language];
  return {
    kind: "page",
    status: faults.length === 0 ? 200 : 422,
    nav: "acquirers",
    title: words.addTo(protocol.title),
    crumbs: [
      { label: words.title, href: context.to("acquirers") },
      { label: words.choose, href: context.to("acquirers/new") },
    ],
    body: (
      <ConnectionForm
        action={context.to("acquirers/new")}
        protocol={protocol}
        values={context.request.body}
        faults={faults}
        isNew
      />
    ),
  };
}

type SettingsProps = NewProps & { readonly connection: AcquirerConnection };

export function settingsPage(
  context: MerchantContext,
  { connection, protocol, faults = [] }: SettingsProps,
): PanelAnswer {
  const words = acquirerWords[context.language];
  const path = context.to(`acquirers/${connection.connectionId}`);
  const isTyped = faults.length > 0;
  return {
    kind: "page",
    status: isTyped ? 422 : 200,
    nav: "acquirers",
    title: words.settings,
    crumbs: [
      { label: words.title, href: context.to("acquirers") },
      { label: connection.title, href: path },
    ],
    body: (
      <ConnectionForm
        action={`${path}/settings`}
        protocol={protocol}
        values={isTyped ? context.request.body : bodyOf(connection, context.language)}
        faults={faults}
        isNew={false}
      />
    ),
  };
}
