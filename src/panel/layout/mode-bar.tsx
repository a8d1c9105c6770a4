import { MINUTE } from "../../kernel/clock.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";
import { may } from "../../domain/merchant/permission.ts";
import { pendingRaise } from "../../domain/merchant/refund-limit.ts";
import { clockWords } from "../clock/words.ts";
import type { PanelPage } from "../kit/answer.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { navPath } from "../kit/nav.ts";
import { formatMoment } from "../../page/parts/when.tsx";
import { approvalWords } from "../refunds/approval-words.ts";
import { shell } from "../words/shell.ts";

type ModeBarProps = { readonly page: PanelPage };

/** Shows on every page, by words, colour and pattern, whether real money moves. */
export function ModeBar({ page }: ModeBarProps) {
  const { kit, scope, signedIn } = useMerchant();
  const words = useWords(shell);
  const isTest = scope.mode === "test";
  const liveBar = kit.isRehearsal ? words.rehearsalBar : words.liveBar;
  const look = isTest || kit.isRehearsal ? "test" : "live";
  return (
    <aside class={`mode ${look}`} aria-label={words[scope.mode]}>
      <nav class="switch" aria-label={words.modes}>
        <ModeLink page={page} mode="test" />
        <ModeLink page={page} mode="live" />
      </nav>
      <span class="says">{isTest ? words.testBar : liveBar}</span>
      {isTest && may(signedIn.user, "clock.move") && <ClockLink />}
    </aside>
  );
}

/** One side of the switch: the current mode, or a link to the same section in the other mode. */
function ModeLink({ page, mode }: ModeBarProps & { readonly mode: Mode }) {
  const { kit, scope, merchant } = useMerchant();
  const words = useWords(shell);
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

/** Tells users who approve refunds, on every page, that a higher approval limit is requested. */
export function RaiseBar() {
  const { kit, merchant, signedIn, language, to } = useMerchant();
  const raise = pendingRaise(merchant.settings, kit.clock.now());
  if (raise === undefined || !may(signedIn.user, "refunds.approve")) return null;
  return (
    <aside class="mode raise">
      <span>{approvalWords[language].raiseBar(raise.requester)}</span>
      <a href={to("approvals")}>{shell[language].nav.approvals}</a>
    </aside>
  );
}

/** The sandbox's time, if it was moved, which explains the dates on the page. */
function ClockLink() {
  const { kit, scope, language, merchant, to } = useMerchant();
  const words = useWords(clockWords);
  const now = kit.clocks.now(scope);
  const isMoved = now - kit.clock.now() > MINUTE;
  const text = isMoved
    ? words.moved(formatMoment(now, { language, ...merchant.settings }))
    : words.link;
  return (
    <a class="clock" href={to("clock")}>
      {text}
    </a>
  );
}
