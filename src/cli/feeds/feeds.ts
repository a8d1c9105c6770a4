import { defineCommand } from "../kit/command.ts";
import type { FeedState } from "../../domain/account-feed/account-feed.ts";
import { feedDocument } from "../../domain/account-feed/feed-document.ts";
import { checkFeed } from "../../domain/account-feed/look-at-feed.ts";
import { moveFeed } from "../../domain/account-feed/manage-feed.ts";
import { checkDocument } from "../../domain/connection/connection-document.ts";
import { json } from "../kit/arguments.ts";
import { logCommand } from "../kit/command-log.ts";
import { print } from "../kit/output.ts";
import { table } from "../kit/table.ts";
import { runOnInstallation } from "../kit/with-installation.ts";
import {
  feedOf,
  ownerArguments,
  ownerOf,
  printFeed,
  withProtocols,
  placeOf,
} from "./feed-arguments.ts";
import { add } from "./feeds-add.ts";
import { change } from "./feeds-change.ts";

const feed = { type: "positional", required: true, description: "Id of the feed (fed_…)" } as const;

const protocols = defineCommand({
  meta: { name: "protocols", description: "List the protocols and the names of their credentials" },
  args: { json },
  run: ({ args }) =>
    runOnInstallation((deps) =>
      withProtocols(deps, (all) => {
        const found = all.map(({ form }) => ({
          name: form.name,
          title: form.title,
          every_seconds: form.everySeconds,
          credentials: form.credentials.map(({ name, title, isSecret, isRequired }) => ({
            name,
            title: title.en,
            secret: isSecret,
            required: isRequired,
          })),
        }));
        const rows = found.map(({ name, title, credentials }) => [
          name,
          title,
          credentials.map((one) => (one.required ? one.name : `[${one.name}]`)).join(" "),
        ]);
        const text = table(["name", "title", "credentials"], rows, "none");
        print({ json: { protocols: found }, text }, args.json);
        return Promise.resolve();
      }),
    ),
});

const list = defineCommand({
  meta: { name: "list", description: "List the feeds of a merchant or of the installation" },
  args: ownerArguments,
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const found = await deps.accountFeeds.list(await ownerOf(deps, args));
      const feeds = found.map((one) => feedDocument(one, deps.clock.now()));
      const rows = feeds.map((one) => [
        one.feed_id,
        one.state,
        one.health,
        one.title,
        one.protocol,
        one.extracts_of ?? "transfers",
        one.answered_at ?? "never",
      ]);
      const headings = ["id", "state", "health", "title", "protocol", "brings", "answered"];
      const text = table(headings, rows, "no feeds: vezne feeds add makes one");
      print({ json: { feeds }, text }, args.json);
    }),
});

const show = defineCommand({
  meta: { name: "show", description: "Show a feed, without its secrets" },
  args: { feed, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      printFeed(deps, await feedOf(deps, args.feed), args.json);
    }),
});

const test = defineCommand({
  meta: { name: "test", description: "Ask the bank whether it accepts the credentials" },
  args: { feed, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const found = await feedOf(deps, args.feed);
      const credentials = await deps.accountFeeds.open(found.feedId);
      const check = await withProtocols(deps, (feedProtocols) =>
        checkFeed({ ...deps, feedProtocols }, found, credentials),
      );
      await deps.accountFeeds.noteCheck(found.feedId, check);
      const { kind, code = "", message = "" } = check;
      print({ json: checkDocument(check), text: `${kind}  ${code}  ${message}`.trim() }, args.json);
      if (kind !== "ready") process.exitCode = 1;
    }),
});

const disable = moving("disable", "disabled", "Look at a feed no more for now");
const enable = moving("enable", "active", "Look at a disabled feed again");

function moving(name: string, to: FeedState, description: string) {
  return defineCommand({
    meta: { name, description },
    args: { feed, json },
    run: ({ args }) =>
      runOnInstallation(async (deps) => {
        const found = await feedOf(deps, args.feed);
        await moveFeed(deps, found, to);
        const { owner } = found;
        await logCommand(deps, {
          action: to === "active" ? "feed.enabled" : "feed.disabled",
          object: { kind: "feed", id: found.feedId },
          before: { state: found.state },
          after: { state: to },
          ...placeOf(owner),
        });
        const document = { feed_id: found.feedId, state: to };
        print({ json: document, text: `${found.title} is ${to}` }, args.json);
      }),
  });
}

export const feedsCommand = defineCommand({
  meta: {
    name: "feeds",
    description: "Bank accounts and servers that are looked at for transfers and extracts",
  },
  subCommands: { protocols, add, list, show, change, test, disable, enable },
});
