import type { PanelSession } from "../../domain/merchant/user-ports.ts";
import { useAccount, useWords } from "../kit/context.ts";
import { Button, Form } from "../../page/parts/form.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { accountWords } from "./words.ts";

/** All signed-in browsers of the user; the user can sign out each of them here. */
export function SessionTable({ sessions }: { readonly sessions: readonly PanelSession[] }) {
  const { panel } = useAccount();
  const words = useWords(accountWords);
  const columns: readonly Column<PanelSession>[] = [
    { head: words.browser, isRowHead: true, cell: ({ userAgent }) => shortAgent(userAgent) },
    { head: words.address, cell: ({ address }) => address },
    { head: words.opened, cell: ({ createdAt }) => <When at={createdAt} /> },
    { head: words.seen, cell: ({ seenAt }) => <When at={seenAt} /> },
    {
      head: words.end,
      isHidden: true,
      cellClass: "end",
      cell: ({ ref }) => <EndSession sessionRef={ref} />,
    },
  ];
  return (
    <>
      <Table label={words.sessions} columns={columns} rows={sessions} />
      <Form action={panel("account/sessions/end-all")}>
        <Button kind="danger">{words.endAll}</Button>
      </Form>
    </>
  );
}

function EndSession({ sessionRef }: { readonly sessionRef: string }) {
  const { signedIn, panel } = useAccount();
  const words = useWords(accountWords);
  if (sessionRef === signedIn.session.ref) return <>{words.thisOne}</>;
  return (
    <Form action={panel("account/sessions/end")}>
      <Button kind="plain" name="session" value={sessionRef}>
        {words.end}
      </Button>
    </Form>
  );
}

const BROWSERS = ["Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari"] as const;
const SYSTEMS = ["Windows", "Android", "iPhone", "iPad", "Mac OS X", "Linux"] as const;

/** The browser and the system of a `User-Agent`. */
export function shortAgent(userAgent: string): string {
  const known = [BROWSERS, SYSTEMS].map((names) => names.find((name) => userAgent.includes(name)));
  const text = known.filter((name) => name !== undefined).join(" · ");
  return text === "" ? userAgent.slice(0, 40) : text;
}
