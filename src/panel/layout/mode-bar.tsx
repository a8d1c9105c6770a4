import { MINUTE } from "../../kernel/clock.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";
import { may } from "../../domain/merchant/permission.ts";
import { pendingRaise } from "../../domain/merchant/refund-limit.ts";
import { clockWords } from "../clock/words.ts";
import type { PanelPage } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { navPath } from "../kit/nav.ts";
import { formatMoment } from "../../page/parts/when.tsx";
import { approvalWords } from "../refunds/approval-words.ts";
import { shell } from "../words/shell.ts";

type ModeBarProps = { readonly context: MerchantContext; readonly page: PanelPage };

/** Shows on every page, by words, colour and pattern, whether real money moves. */
export function ModeBar({ context, page }: ModeBarProps) {
  const { scope, language, signedIn } = context;
  const words = shell[language];
  const isTest = scope.mode === "test";
  return (
    <aside class={`mode ${scope.mode}`} aria-label={words[scope.mode]}>
      <nav class="switch" aria-label={words.modes}>
        <ModeLink context={context} page={page} mode="test" />
        <ModeLink context={context} page={page} mode="live" />
      </nav>
      <span class="says">{isTest ? words.testBar : words.liveBar}</span>
      {isTest && may(signedIn.user, "clock.move") && <ClockLink context={context} />}
    </aside>
  );
}

/** One side of the switch: the current mode, or a link to the same section in the other mode. */
function ModeLink({ context, page, mode }: ModeBarProps & { readonly mode: Mode }) {
  const { kit, scope, merchant, language } = context;
  const words = shell[language];
  if (mode === scope.mode) return <strong aria-current="true">{words[mode]}</strong>;
  const path = page.nav === undefined ? "" : navPath(page.nav);
  const { merchantId } = merchant;
  return (
    <a href={kit.paths.merchant({ merchantId, mode }, path)}>
      {words[mode]}
      <span class="unseen">: {mode === "live" ? words.toLive : words.toTest}</span>
    </a>
  );
}

type Props = { readonly context: MerchantContext };

/** Tells users who approve refunds, on every page, that a higher approval limit is requested. */
export function RaiseBar({ context }: Props) {
  const { kit, merchant, signedIn, language } = context;
  const raise = pendingRaise(merchant.settings, kit.clock.now());
  if (raise === undefined || !may(signedIn.user, "refunds.approve")) return null;
  return (
    <aside class="mode raise">
      <span>{approvalWords[language].raiseBar(raise.requester)}</span>
      <a href={context.to("approvals")}>{shell[language].nav.approvals}</a>
    </aside>
  );
}

/** The sandbox's time, if it was moved, which explains the dates on the page. */
function ClockLink({ context }: Props) {
  const { kit, scope, language, merchant } = context;
  const words = clockWords[language];
  const now = kit.clocks.now(scope);
  const isMoved = now - kit.clock.now() > MINUTE;
  const text = isMoved
    ? words.moved(formatMoment(now, { language, ...merchant.settings }))
    : words.link;
  return (
    <a class="clock" href={context.to("clock")}>
      {text}
    </a>
  );
}
