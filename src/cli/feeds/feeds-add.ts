import { defineCommand } from "../kit/command.ts";
import { refuseMixedAddresses } from "../../service/start/rehearsal.ts";
import { addFeed, type NewFeed } from "../../domain/account-feed/manage-feed.ts";
import { protocolNamed } from "../../domain/account-feed/feed-form.ts";
import type { FeedProtocol } from "../../domain/account-feed/ports.ts";
import { faultLines } from "../acquirers/acquirers-add.ts";
import { credentialsArgument, readCredentials } from "../acquirers/credentials-input.ts";
import { logCommand } from "../kit/command-log.ts";
import { CommandError } from "../kit/output.ts";
import { runOnInstallation } from "../kit/with-installation.ts";
import { printFeed, ownerArguments, ownerOf, withProtocols, placeOf } from "./feed-arguments.ts";

export const add = defineCommand({
  meta: {
    name: "add",
    description: "Look at a bank account for transfers, or at a server for extracts",
  },
  args: {
    ...ownerArguments,
    protocol: { type: "string", required: true, description: "vezne feeds protocols lists them" },
    title: { type: "string", required: true, description: "A name for people" },
    credentials: credentialsArgument,
    every: { type: "string", default: "", description: "Seconds between two looks: 60 by default" },
    hosts: {
      type: "string",
      default: "",
      description: "Test mode: simulated_bank (default where there is a door), or bank",
    },
    "extracts-of": {
      type: "string",
      default: "",
      description: "Connection (acq_…, or sandbox) whose settlement extracts the files are",
    },
    untested: {
      type: "boolean",
      default: false,
      description: "Look at once, although the bank has not accepted the credentials",
    },
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps, args);
      await refuseMixedAddresses(deps);
      await withProtocols(deps, async (feedProtocols) => {
        const { form } = protocolOf(feedProtocols, args.protocol);
        const draft: NewFeed = {
          owner,
          title: args.title,
          everySeconds: args.every,
          hosts: args.hosts,
          extractsOf: args["extracts-of"],
          credentials: await readCredentials(args.credentials, form.credentials),
          isUntested: args.untested,
        };
        const added = await addFeed({ ...deps, feedProtocols }, draft, form);
        if (!added.ok) throw new CommandError(faultLines(added.refusal));
        const feed = added.value;
        await logCommand(deps, {
          action: "feed.added",
          object: { kind: "feed", id: feed.feedId },
          after: {
            title: feed.title,
            protocol: feed.protocol,
            extracts_of: feed.extractsOf,
            state: feed.state,
          },
          ...placeOf(owner),
        });
        printFeed(deps, feed, args.json);
        if (feed.state === "disabled") process.exitCode = 1;
      });
    }),
});

function protocolOf(protocols: readonly FeedProtocol[], name: string): FeedProtocol {
  const found = protocolNamed(protocols, name);
  if (found !== undefined) return found;
  const known = protocols.map(({ form }) => form.name).join(", ");
  throw new CommandError(`--protocol must be one of ${known}`);
}
