import type { ArgsDef, CommandDef, CommandMeta } from "citty";

/** A command with its full name, from the root on. */
export type Place = { readonly path: readonly string[]; readonly command: CommandDef };

export type Entry = { readonly name: string; readonly description: string };

/** Returns the subcommand of a name, or undefined if there is none; this call loads it. */
export async function childOf({ path, command }: Place, name: string): Promise<Place | undefined> {
  const children = await childrenOf(command);
  const child = Object.hasOwn(children, name) ? children[name] : undefined;
  if (child === undefined) return undefined;
  return { path: [...path, name], command: await resolved<CommandDef>(child) };
}

export async function entriesOf(place: Place): Promise<readonly Entry[]> {
  const names = Object.keys(await childrenOf(place.command));
  return Promise.all(
    names.map(async (name) => {
      const child = await childOf(place, name);
      return { name, description: child === undefined ? "" : await descriptionOf(child) };
    }),
  );
}

export async function descriptionOf({ command }: Place): Promise<string> {
  return (await resolved<CommandMeta>(command.meta ?? {})).description ?? "";
}

export function argumentsOf({ command }: Place): Promise<ArgsDef> {
  return resolved<ArgsDef>(command.args ?? {});
}

export async function hasChildren({ command }: Place): Promise<boolean> {
  return Object.keys(await childrenOf(command)).length > 0;
}

type Children = Readonly<Record<string, Resolvable<CommandDef>>>;
type Resolvable<Value> = Value | Promise<Value> | (() => Value) | (() => Promise<Value>);

function childrenOf(command: CommandDef): Promise<Children> {
  return resolved<Children>(command.subCommands ?? {});
}

async function resolved<Value extends object>(value: Resolvable<Value>): Promise<Value> {
  return typeof value === "function" ? (value as () => Value | Promise<Value>)() : value;
}
