const MAP = "ARCHITECTURE.md";
const PATH = /`((?!test\/|src\/|docs\/|scripts\/)[a-z]+\/[a-z0-9./-]+\.tsx?)`/g;

/** Checks that the map names each room and each noun, and only existing files. */
export function checkMap(files, documents) {
  const text = documents[MAP];
  if (text === undefined) return [];
  const paths = Object.keys(files).filter((path) => path.startsWith("src/"));
  const nouns = paths.filter((path) => path.startsWith("src/domain/"));
  const unnamed = [...unnamedOf(paths, text, "  "), ...unnamedOf(nouns, text, "    ")].map(
    (folder) => finding(1, `the map does not name src/${folder}`),
  );
  const missing = text
    .split("\n")
    .flatMap((line, index) =>
      [...line.matchAll(PATH)]
        .filter(([, path]) => !(`src/${path}` in files))
        .map(([, path]) => finding(index + 1, `there is no src/${path}`)),
    );
  return [...unnamed, ...missing];
}

/** Folders of which the map has no line with this indent. */
function unnamedOf(paths, text, indent) {
  const depth = indent.length / 2 + 1;
  const folders = new Set(paths.map((path) => path.split("/").slice(1, depth).join("/")));
  return [...folders].filter(
    (folder) => !text.includes(`\n${indent}${folder.slice(folder.lastIndexOf("/") + 1)}/ `),
  );
}

function finding(line, message) {
  return { path: MAP, line, message };
}
