import type { AccountFeed } from "../../domain/account-feed/account-feed.ts";
import { protocolNamed, type FeedForm } from "../../domain/account-feed/feed-form.ts";
import type { ConnectionFault } from "../../domain/connection/connection-fault.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { useMerchant, useWords, type MerchantContext } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Identifier } from "../../page/parts/identifier.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { FeedFields } from "./feed-form.tsx";
import { FeedBadge, FEEDS, LastAnswer, MaybeWhen, type FeedProps } from "./feed-parts.tsx";
import { connectionsOf, titleIn, type Connections } from "../settlement/connections.tsx";
import { feedWords } from "./words.ts";

/** The account feeds of a mode. */
export async function feedsPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = feedWords[language];
  const [feeds, connections] = await Promise.all([
    kit.accountFeeds.list(scope),
    connectionsOf(context),
  ]);
  const isMine = may(signedIn.user, "feeds.change");
  return {
    kind: "page",
    nav: "transfers",
    title: words.title,
    crumbs: [transfersCrumb(context)],
    actions: isMine ? (
      <>
        {kit.feedProtocols.map(({ form }) => (
          <a class="button main" href={`${context.to(`${FEEDS}/new`)}?protocol=${form.name}`}>
            {words.addOf(form.title)}
          </a>
        ))}
      </>
    ) : undefined,
    body: (
      <>
        <p class="hint">{words.intro}</p>
        <FeedTable feeds={feeds} connections={connections} />
        {!isMine && <p class="hint">{words.ownersOnly}</p>}
      </>
    ),
  };
}

function transfersCrumb({ language, to }: MerchantContext) {
  return { label: feedWords[language].transfers, href: to("transfers") };
}

type TableProps = { readonly feeds: readonly AccountFeed[]; readonly connections: Connections };

function FeedTable({ feeds, connections }: TableProps) {
  const context = useMerchant();
  const { kit, to } = context;
  const words = useWords(feedWords);
  if (feeds.length === 0) return <p class="empty">{words.none}</p>;
  const columns: readonly Column<AccountFeed>[] = [
    {
      head: words.name,
      isRowHead: true,
      cell: ({ feedId, title }) => <a href={to(`${FEEDS}/${feedId}`)}>{title}</a>,
    },
    { head: words.protocol, cell: ({ protocol }) => titleOf(kit, protocol) },
    { head: words.brings, cell: (feed) => bringsText(context, connections, feed) },
    { head: words.health, cell: (feed) => <FeedBadge feed={feed} /> },
    { head: words.answered, cell: ({ answeredAt }) => <MaybeWhen at={answeredAt} /> },
    { head: words.news, cell: ({ newsAt }) => <MaybeWhen at={newsAt} /> },
  ];
  return <Table label={words.title} columns={columns} rows={feeds} />;
}

/** Lines of accounts, or the extracts of a connection. */
function bringsText(
  context: MerchantContext,
  connections: Connections,
  { extractsOf }: Pick<AccountFeed, "extractsOf">,
): string {
  const words = feedWords[context.language];
  if (extractsOf === undefined) return words.statements;
  return words.extracts(titleIn(context, connections, extractsOf));
}

/** The name for people; this process may not know the protocol. */
function titleOf({ feedProtocols }: MerchantContext["kit"], protocol: string): string {
  return protocolNamed(feedProtocols, protocol)?.form.title ?? protocol;
}

/** One feed without its secrets, the bank's last answer, and its changes. */
export async function feedPage(context: MerchantContext, feed: AccountFeed): Promise<PanelAnswer> {
  const connections = await connectionsOf(context);
  const { language, signedIn } = context;
  const words = feedWords[language];
  const isMine = may(signedIn.user, "feeds.change");
  return {
    kind: "page",
    nav: "transfers",
    title: feed.title,
    crumbs: [transfersCrumb(context), { label: words.title, href: context.to(FEEDS) }],
    actions: isMine ? (
      <a class="button plain" href={context.to(`${FEEDS}/${feed.feedId}/settings`)}>
        {words.settings}
      </a>
    ) : undefined,
    body: (
      <>
        <FeedFacts feed={feed} connections={connections} />
        {isMine ? <Changes feed={feed} /> : <p class="hint">{words.ownersOnly}</p>}
      </>
    ),
  };
}

function FeedFacts({ feed, connections }: FeedProps & { readonly connections: Connections }) {
  const context = useMerchant();
  const { kit, language } = context;
  const words = useWords(feedWords);
  const form = protocolNamed(kit.feedProtocols, feed.protocol)?.form;
  const nameOf = (field: string): string =>
    form?.credentials.find(({ name }) => name === field)?.title[language] ?? field;
  return (
    <section class="card">
      <Facts>
        <Fact name={words.health}>
          <FeedBadge feed={feed} />
        </Fact>
        <Fact name={words.lastCheck}>
          <LastAnswer feed={feed} />
        </Fact>
        <Fact name={words.answered}>
          <MaybeWhen at={feed.answeredAt} />
        </Fact>
        <Fact name={words.news}>
          <MaybeWhen at={feed.newsAt} />
        </Fact>
        <Fact name={words.protocol}>{titleOf(kit, feed.protocol)}</Fact>
        <Fact name={words.brings}>{bringsText(context, connections, feed)}</Fact>
        <Fact name={words.hosts}>{words.hostNames[feed.hosts]}</Fact>
        <Fact name={words.every}>{feed.everySeconds}</Fact>
        {Object.entries(feed.shownCredentials).map(([name, value]) => (
          <Fact name={nameOf(name)}>
            <Identifier name={nameOf(name)} value={value} />
          </Fact>
        ))}
      </Facts>
    </section>
  );
}

function Changes({ feed }: FeedProps) {
  const { to } = useMerchant();
  const words = useWords(feedWords);
  const isActive = feed.state === "active";
  const changes = [
    ["test", words.test, words.testHint, "main"],
    isActive
      ? (["disable", words.disable, words.disableHint, "plain"] as const)
      : (["enable", words.enable, words.enableHint, "plain"] as const),
  ] as const;
  return (
    <div class="cards">
      {changes.map(([action, label, hint, kind]) => (
        <Card title={label}>
          <p class="hint">{hint}</p>
          <Form action={to(`${FEEDS}/${feed.feedId}/${action}`)}>
            <Button kind={kind}>{label}</Button>
          </Form>
        </Card>
      ))}
    </div>
  );
}

type FormPage = { readonly form: FeedForm; readonly faults?: readonly ConnectionFault[] };

export async function newFeedPage(
  context: MerchantContext,
  { form, faults = [] }: FormPage,
): Promise<PanelAnswer> {
  const connections = await connectionsOf(context);
  const words = feedWords[context.language];
  return {
    kind: "page",
    status: faults.length === 0 ? 200 : 422,
    nav: "transfers",
    title: words.add,
    crumbs: [transfersCrumb(context), { label: words.title, href: context.to(FEEDS) }],
    body: (
      <FeedFields
        action={context.to(`${FEEDS}/new`)}
        form={form}
        values={context.request.body}
        faults={faults}
        connections={connections}
        isNew
      />
    ),
  };
}

export function feedSettingsPage(
  context: MerchantContext,
  { feed, form, faults = [] }: FormPage & FeedProps,
): PanelAnswer {
  const words = feedWords[context.language];
  const path = context.to(`${FEEDS}/${feed.feedId}`);
  const stored = { title: feed.title, every_seconds: String(feed.everySeconds) };
  return {
    kind: "page",
    status: faults.length === 0 ? 200 : 422,
    nav: "transfers",
    title: words.settings,
    crumbs: [
      transfersCrumb(context),
      { label: words.title, href: context.to(FEEDS) },
      { label: feed.title, href: path },
    ],
    body: (
      <FeedFields
        action={`${path}/settings`}
        form={form}
        values={faults.length === 0 ? stored : context.request.body}
        faults={faults}
        connections={[]}
        isNew={false}
      />
    ),
  };
}
