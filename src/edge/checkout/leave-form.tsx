import { createPaths } from "../page/paths.ts";
import type { Checkout } from "./page-kit.ts";
import type { ViewContext } from "./view-context.ts";

type LeaveProps = { readonly view: ViewContext; readonly checkout: Checkout };

const ID = "leave";

/**
 * The way back to the shop from a session that can still be paid. It ends the session first, so the
 * signed address of the shop is made after the press and is not in this page.
 */
export function LeaveForm(props: LeaveProps) {
  const { view, checkout } = props;
  const { kit, words, language, linkTarget } = view;
  const { sessionId } = checkout.session;
  // Leaves the frame, if there is one.
  const action = createPaths(kit.publicUrl).leave(sessionId);
  return (
    <form class="back" method="post" action={action} target={linkTarget} id={ID}>
      <input type="hidden" name="session" value={sessionId} />
      <input type="hidden" name="lang" value={language} />
      <LeaveButton {...props} />
      <p class="hint">{words.page.leaveHint}</p>
    </form>
  );
}

/** A button of that form; it may stand anywhere on the page. */
export function LeaveButton({ view, checkout }: LeaveProps) {
  const { host } = new URL(checkout.session.failUrl);
  return (
    <button class="link" type="submit" form={ID}>
      {view.words.page.backToShop(host)}
    </button>
  );
}
