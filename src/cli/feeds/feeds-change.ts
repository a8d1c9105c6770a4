import { defineCommand } from "../kit/command.ts";
import { protocolNamed } from "../../domain/account-feed/feed-form.ts";
import { changeFeed } from "../../domain/account-feed/manage-feed.ts";
import { faultLines } from "../acquirers/acquirers-add.ts";
import { credentialsArgument, readCredentials } from "../acquirers/credentials-input.ts";
import { json } from "../kit/arguments.ts";
import { logCommand } from "../kit/command-log.ts";
import { CommandError } from "../kit/output.ts";
import { runOnInstallation } from "../kit/with-installation.ts";
import { feedOf, printFeed, withProtocols, placeOf } from "./feed-arguments.ts";

export const change = defineCommand({
  meta: { name: "change", description: "Change a feed's name, pause or credentials" },
  args: {
    feed: { type: "positional", required: true, description: "Id of the feed (fed_…)" },
    title: { type: "string", description: "A name for people" },
    every: { type: "string", description: "Seconds between two looks" },
    credentials: { ...credentialsArgument, description: "File with new credentials, or -" },
    untested: {
      type: "boolean",
      default: false,
      description: "Store credentials that the bank has not accepted",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const feed = await feedOf(deps, args.feed);
      await withProtocols(deps, async (feedProtocols) => {
        const form = protocolNamed(feedProtocols, feed.protocol)?.form;
        if (form === undefined) throw new CommandError("the feed's protocol is not known here");
        const file = args.credentials;
        const wish = {
          feed,
          terms: {
            title: args.title ?? feed.title,
            everySeconds: args.every ?? String(feed.everySeconds),
          },
          credentials:
            file === undefined ? undefined : await readCredentials(file, form.credentials),
          isUntested: args.untested,
        };
        const changed = await changeFeed({ ...deps, feedProtocols }, wish, form);
        if (!changed.ok) throw new CommandError(faultLines(changed.refusal));
        const { owner, title, everySeconds } = changed.value;
        await logCommand(deps, {
          action: "feed.changed",
          object: { kind: "feed", id: feed.feedId },
          before: { title: feed.title, every_seconds: feed.everySeconds },
          after: { title, every_seconds: everySeconds, new_credentials: file !== undefined },
          ...placeOf(owner),
        });
        printFeed(deps, changed.value, args.json);
      });
    }),
});
