import type { PanelSession } from "../../../merchant/user-ports.ts";
import type { AccountContext } from "../kit/context.ts";
import { Button, Form } from "../parts/form.tsx";
import { When } from "../parts/when.tsx";
import { accountWords } from "./words.ts";

type Props = { readonly context: AccountContext; readonly sessions: readonly PanelSession[] };

/** All signed-in browsers of the user; the user can sign out each of them here. */
export function SessionTable({ context, sessions }: Props) {
  const words = accountWords[context.language];
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={words.sessions}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.browser}</th>
              <th scope="col">{words.address}</th>
              <th scope="col">{words.opened}</th>
              <th scope="col">{words.seen}</th>
              <th scope="col">
                <span class="unseen">{words.end}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <SessionRow context={context} session={session} />
            ))}
          </tbody>
        </table>
      </div>
      <Form context={context} action={context.panel("account/sessions/end-all")}>
        <Button kind="danger">{words.endAll}</Button>
      </Form>
    </>
  );
}

type RowProps = { readonly context: AccountContext; readonly session: PanelSession };

function SessionRow({ context, session }: RowProps) {
  const { language, signedIn } = context;
  const { ref, userAgent, address, createdAt, seenAt } = session;
  const words = accountWords[language];
  return (
    <tr>
      <td>{shortAgent(userAgent)}</td>
      <td>{address}</td>
      <td>
        <When at={createdAt} language={language} />
      </td>
      <td>
        <When at={seenAt} language={language} />
      </td>
      <td class="end">
        {ref === signedIn.session.ref ? (
          words.thisOne
        ) : (
          <Form context={context} action={context.panel("account/sessions/end")}>
            <Button kind="plain" name="session" value={ref}>
              {words.end}
            </Button>
          </Form>
        )}
      </td>
    </tr>
  );
}

const BROWSERS = ["Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari"] as const;
const SYSTEMS = ["Windows", "Android", "iPhone", "iPad", "Mac OS X", "Linux"] as const;

/** The browser and the system of a `User-Agent`. */
function shortAgent(userAgent: string): string {
  const known = [BROWSERS, SYSTEMS].map((names) => names.find((name) => userAgent.includes(name)));
  const text = known.filter((name) => name !== undefined).join(" · ");
  return text === "" ? userAgent.slice(0, 40) : text;
}
