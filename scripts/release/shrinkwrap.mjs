/**
 * Makes `npm-shrinkwrap.json` from the lock file. Without it npm chooses the versions of indirect
 * dependencies anew at each installation of the package.
 */
export function shrinkwrapOf(lock) {
  const { name, version, lockfileVersion, packages } = lock;
  const shipped = Object.entries(packages).filter(([, entry]) => entry.dev !== true);
  const kept = Object.fromEntries(shipped);
  const { devDependencies: _, ...own } = kept[""];
  return { name, version, lockfileVersion, requires: true, packages: { ...kept, "": own } };
}
