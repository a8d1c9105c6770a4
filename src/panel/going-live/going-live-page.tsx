import { mayGoLive, type LivePoint } from "../../domain/connection/live-readiness.ts";
import { startLive, stopLive } from "../../domain/connection/switch-live.ts";
import type { AuditNote } from "../../domain/merchant/audit.ts";
import { may } from "../../domain/merchant/permission.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import type { Question } from "../kit/question.ts";
import { merchantRoute, merchantRoutes, type PanelRoute } from "../kit/route.ts";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { liveWords } from "./words.ts";

const change = merchantRoutes("POST", "connections.change");

/** The conditions of a merchant's live payments, and the switch that starts and stops them. */
export const goingLiveRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "going-live",
    permission: "connections.see",
    run: async (context) => goingLivePage(context, await pointsOf(context)),
  }),
  change("going-live/start", start, { audit: { action: "live.started", kind: "merchant" } }),
  change("going-live/stop", stop, {
    ask: askStop,
    audit: { action: "live.stopped", kind: "merchant" },
  }),
];

function pointsOf({ kit, merchant }: MerchantContext): Promise<readonly LivePoint[]> {
  return kit.connectionServices.liveReadiness(merchant.merchantId);
}

async function start(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, merchant, language } = context;
  const words = liveWords[language];
  const points = await pointsOf(context);
  const started = await startLive(kit, merchant, points);
  if (!started.ok) {
    return { ...goingLivePage(context, points), status: 409, flash: refusal(words.incomplete) };
  }
  await record(context, started.value);
  return redirect(context.to("going-live"), done(words.started));
}

async function askStop({ merchant, language }: MerchantContext): Promise<Question | undefined> {
  const words = liveWords[language];
  const { liveSince } = merchant.settings;
  if (liveSince === null) return undefined;
  return {
    title: words.stop,
    facts: [
      [words.merchant, merchant.name],
      [words.isLive, <When at={liveSince} />],
    ],
    effects: [words.stopHint],
  };
}

async function stop(context: MerchantContext): Promise<PanelAnswer> {
  await record(context, await stopLive(context.kit, context.merchant));
  return redirect(context.to("going-live"), done(liveWords[context.language].stopped));
}

async function record(context: MerchantContext, note: AuditNote | undefined): Promise<void> {
  const { merchantId } = context.merchant;
  if (note === undefined) return;
  const { before, after } = note;
  await context.log.done({ before, after }, { merchantId, mode: "live" });
}

function goingLivePage(context: MerchantContext, points: readonly LivePoint[]) {
  const { language, signedIn, kit } = context;
  const words = liveWords[language];
  const guide = `${kit.publicUrl}/docs/${language === "tr" ? "canliya-gecis" : "going-live"}`;
  return {
    kind: "page",
    nav: "acquirers",
    title: words.title,
    body: (
      <>
        <LiveState />
        <p class="hint">{words.intro}</p>
        {kit.hasDocumentation && (
          <p>
            <a href={guide}>{words.guide}</a>
          </p>
        )}
        <Points points={points} />
        {may(signedIn.user, "connections.change") ? (
          <Switch points={points} />
        ) : (
          <p class="hint">{words.ownersOnly}</p>
        )}
      </>
    ),
  } as const;
}

type PointsProps = { readonly points: readonly LivePoint[] };

function LiveState() {
  const { merchant } = useMerchant();
  const words = useWords(liveWords);
  const { liveSince } = merchant.settings;
  if (liveSince === null) return <p>{words.isNotLive}</p>;
  return (
    <p>
      {words.isLive} <When at={liveSince} />
    </p>
  );
}

const TONES = { done: "good", missing: "bad", advice: "warn" } as const;

function Points({ points }: PointsProps) {
  const words = useWords(liveWords);
  const columns: readonly Column<LivePoint>[] = [
    { head: words.point, isRowHead: true, cell: ({ name }) => words.points[name] },
    {
      head: words.state,
      cell: ({ state }) => <span class={`badge ${TONES[state]}`}>{words.states[state]}</span>,
    },
    { head: words.place, cell: (point) => <Place point={point} /> },
  ];
  return <Table label={words.title} columns={columns} rows={points} />;
}

function Place({ point: { place } }: { readonly point: LivePoint }) {
  const words = useWords(liveWords);
  if (place.kind === "setting") return <>{words.setting(place.name)}</>;
  if (place.kind === "operator") return <>{words.operator}</>;
  const { kit, merchant } = useMerchant();
  const href = kit.paths.merchant({ merchantId: merchant.merchantId, mode: "live" }, place.page);
  return <a href={href}>{words.toPage}</a>;
}

function Switch({ points }: PointsProps) {
  const { merchant, to } = useMerchant();
  const words = useWords(liveWords);
  const isLive = merchant.settings.liveSince !== null;
  if (!isLive && !mayGoLive(points)) return null;
  const action = isLive ? ("stop" as const) : ("start" as const);
  return (
    <section class="card narrow">
      <h2>{words[action]}</h2>
      <p class="hint">{isLive ? words.stopHint : words.startHint}</p>
      <Form action={to(`going-live/${action}`)}>
        <ConfirmField />
        <Button kind={isLive ? "danger" : "main"}>{words[action]}</Button>
      </Form>
    </section>
  );
}
