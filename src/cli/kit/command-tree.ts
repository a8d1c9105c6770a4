import type { CommandDef } from "./command.ts";

/** A command with its full name, from the root on. */
export type Place = { readonly path: readonly string[]; readonly command: CommandDef };

export type Entry = { readonly name: string; readonly description: string };

/** Returns the subcommand of a name, or undefined if there is none; this call loads it. */
export async function childOf({ path, command }: Place, name: string): Promise<Place | undefined> {
  const { subCommands } = command;
  const child = Object.hasOwn(subCommands, name) ? subCommands[name] : undefined;
  if (child === undefined) return undefined;
  return { path: [...path, name], command: typeof child === "function" ? await child() : child };
}

export async function entriesOf(place: Place): Promise<readonly Entry[]> {
  return Promise.all(
    Object.keys(place.command.subCommands).map(async (name) => {
      const child = await childOf(place, name);
      return { name, description: child?.command.meta.description ?? "" };
    }),
  );
}

export function hasChildren({ command }: Place): boolean {
  return Object.keys(command.subCommands).length > 0;
}
