import { endOfDay, startOfDay } from "../../kernel/day.ts";
import { foldAscii } from "../../kernel/text.ts";
import { AUDIT_ACTIONS, type AuditEntry } from "../../domain/merchant/audit.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { DayField } from "../../page/parts/day-field.tsx";
import { Button, Field, Select } from "../../page/parts/form.tsx";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { readTypedDay } from "../../page/parts/typed-day.ts";
import { When } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { shell } from "../words/shell.ts";
import { changeText } from "./change-text.ts";
import { loadRecordNames, ObjectName, type RecordNames } from "./object-name.tsx";
import { actionText, auditWords } from "./words.ts";

const PER_PAGE = 50;

/** The audit log of a merchant, newest first, by person, action and day. */
export const auditRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: "audit", permission: "audit.see", run: auditPage }),
];

async function auditPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, merchant, request, language } = context;
  const words = auditWords[language];
  const { actor = "", before = "" } = request.query;
  const action = AUDIT_ACTIONS.find((one) => one === request.query["action"]);
  const typed = request.query["day"] ?? "";
  const day = readTypedDay(typed);
  const { timeZone } = merchant.settings;
  const found = await kit.audit.list(scope, {
    action,
    actor: actor === "" ? undefined : foldAscii(actor.trim()),
    before: before === "" ? undefined : before,
    ...(day === undefined
      ? {}
      : { from: startOfDay(day, timeZone), until: endOfDay(day, timeZone) }),
    limit: PER_PAGE + 1,
  });
  const entries = found.slice(0, PER_PAGE);
  return {
    kind: "page",
    status: typed !== "" && day === undefined ? 400 : 200,
    nav: "audit",
    title: words.title,
    body: (
      <>
        <p class="hint">{words.intro}</p>
        <Filter />
        {entries.length === 0 ? (
          <p class="empty">{words.none}</p>
        ) : (
          <EntryTable entries={entries} names={await loadRecordNames(context)} />
        )}
        <Pages entries={entries} hasMore={found.length > PER_PAGE} />
      </>
    ),
  };
}

function Filter() {
  const { request, to } = useMerchant();
  const words = useWords(auditWords);
  const { actor, action = "", day } = request.query;
  const actions = AUDIT_ACTIONS.map((one) => [one, words.actions[one]] as const);
  return (
    <form class="sift" action={to("audit")}>
      <Field name="actor" label={words.actor} value={actor} isShort />
      <Select
        name="action"
        label={words.action}
        value={action}
        options={[["", words.all], ...actions]}
        isShort
      />
      <DayField name="day" label={words.day} value={day} isShort />
      <div class="buttons">
        <Button kind="plain">{words.filter}</Button>
        <a href={to("audit")}>{words.clear}</a>
      </div>
    </form>
  );
}

type EntriesProps = { readonly entries: readonly AuditEntry[]; readonly names: RecordNames };

function EntryTable({ entries, names }: EntriesProps) {
  const { language, merchant, to } = useMerchant();
  const words = useWords(auditWords);
  const { timeZone } = merchant.settings;
  const columns: readonly Column<AuditEntry>[] = [
    {
      head: shell[language].moment,
      cell: ({ at }) => <When at={at} hasSeconds />,
    },
    {
      head: words.actor,
      cell: ({ actor }) => (
        <a href={to(`audit${queryText({ actor })}`)}>
          <PersonalText text={actor} />
        </a>
      ),
    },
    { head: words.action, cell: ({ action }) => actionText(action, language) },
    {
      head: words.object,
      cell: (entry) => <ObjectName entry={entry} names={names} />,
    },
    {
      head: words.change,
      cell: (entry) => <bdi>{changeText(entry, { language, timeZone })}</bdi>,
    },
    {
      head: words.from,
      cell: ({ address }) => address ?? "–",
      cellTitle: ({ requestId }) => requestId,
    },
  ];
  return <Table label={words.title} columns={columns} rows={entries} />;
}

type PagesProps = Omit<EntriesProps, "names"> & { readonly hasMore: boolean };

function Pages({ entries, hasMore }: PagesProps) {
  const { request, to } = useMerchant();
  const words = useWords(shell);
  const last = entries.at(-1);
  const { before, ...filter } = request.query;
  return (
    <nav class="buttons" aria-label={words.pages}>
      {before !== undefined && (
        <a class="button plain" href={to(`audit${queryText(filter)}`)}>
          {words.first}
        </a>
      )}
      {hasMore && last !== undefined && (
        <a class="button plain" href={to(`audit${queryText({ ...filter, before: last.entryId })}`)}>
          {words.next}
        </a>
      )}
    </nav>
  );
}
