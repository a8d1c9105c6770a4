import { createPaths } from "../../page/paths.ts";
import type { Checkout } from "../page-kit.ts";
import type { ViewContext } from "../view-context.ts";

type LeaveProps = { readonly view: ViewContext; readonly checkout: Checkout };

const ID = "leave";

/**
 * The form that leads back to the shop from a session that can still be paid. Its submission closes
 * the session, and only then the signed return URL is made; the page itself does not contain it.
 */
export function LeaveForm(props: LeaveProps) {
  const { view, checkout } = props;
  const { kit, words, language, linkTarget } = view;
  const { sessionId } = checkout.session;
  // These paths have no frame parameters, and the form's target is the top window.
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

/** A button that submits the `LeaveForm` from outside of it. */
export function LeaveButton({ view, checkout }: LeaveProps) {
  const { host } = new URL(checkout.session.failUrl);
  return (
    <button class="link" type="submit" form={ID}>
      {view.words.page.backToShop(host)}
    </button>
  );
}
