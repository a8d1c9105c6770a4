/** A value that a command takes: an option, or a word of its own (`positional`). */
export type ArgDef = {
  readonly type: "boolean" | "string" | "enum" | "positional";
  readonly description?: string;
  /** The name of the value in the help; without it, the name of the option. */
  readonly valueHint?: string;
  readonly default?: string | boolean;
  readonly required?: boolean;
  /** The values of an `enum`. */
  readonly options?: readonly string[];
};

export type ArgsDef = Readonly<Record<string, ArgDef>>;

type ValueOf<Def extends ArgDef> = Def extends { readonly type: "boolean" }
  ? boolean
  : Def extends { readonly type: "enum"; readonly options: readonly (infer Value)[] }
    ? Value
    : string;

type ArgumentValue<Def extends ArgDef> = Def extends
  | { readonly default: string | boolean }
  | { readonly required: true }
  ? ValueOf<Def>
  : ValueOf<Def> | undefined;

/** The values of a command's arguments; an option that was not given has its default. */
export type Arguments<Defined extends ArgsDef> = {
  readonly [Name in keyof Defined]: ArgumentValue<Defined[Name]>;
};

export type Values = Readonly<Record<string, string | boolean | undefined>>;

export type CommandDef = {
  readonly meta: { readonly name?: string; readonly description: string };
  readonly args: ArgsDef;
  /** The subcommands by name; a function loads one when it is called. */
  readonly subCommands: Readonly<Record<string, CommandDef | (() => Promise<CommandDef>)>>;
  run?(context: { readonly args: Values }): unknown;
};

type Definition<Defined extends ArgsDef> = Pick<CommandDef, "meta"> &
  Partial<Pick<CommandDef, "subCommands">> & {
    readonly args?: Defined;
    // A method, because only methods may take less than `CommandDef` says: `readArguments` makes
    // the values by `args`.
    run?(context: { readonly args: Arguments<Defined> }): unknown;
  };

/** Defines a command; `run` gets the arguments with the types that `args` gives them. */
export function defineCommand<const Defined extends ArgsDef>(
  definition: Definition<Defined>,
): CommandDef {
  return { args: {}, subCommands: {}, ...definition };
}
