#!/usr/bin/env node
// Kept to syntax that every Node with modules can parse: an old one gets a sentence, not a stack.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    "vezne needs Node.js 20.19 or later; this is " +
      process.version +
      ". Install a current release from https://nodejs.org and try again.\n",
  );
  process.exitCode = 1;
} else {
  import("../scripts/launch.mjs")
    .then(({ launch }) => launch())
    .catch((error) => {
      process.stderr.write("vezne: it can't be launched: " + (error.stack || error) + "\n");
      process.exitCode = 1;
    });
}
