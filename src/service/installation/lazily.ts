type Makers = Readonly<Record<string, () => unknown>>;

type MadeValues<Given extends Makers> = {
  readonly [Name in keyof Given]: ReturnType<Given[Name]>;
};

/**
 * Adds properties to an object, each of which is made when it is first read. A name that the object
 * has already is a type error, so that no addition replaces a value.
 */
export function lazily<Base extends object, Given extends Makers>(
  base: Base,
  makers: Given & { readonly [Name in keyof Base]?: never },
): Base & MadeValues<Given> {
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    const settings = { enumerable: true, configurable: true };
    Object.defineProperty(base, name, {
      ...settings,
      get() {
        const value = make();
        Object.defineProperty(base, name, { ...settings, value });
        return value;
      },
    });
  }
  if (!hasMade(base, makers)) throw new Error("a property was not added");
  return base;
}

function hasMade<Base extends object, Given extends Makers>(
  base: Base,
  makers: Given,
): base is Base & MadeValues<Given> {
  return Object.keys(makers).every((name) => Object.hasOwn(base, name));
}
