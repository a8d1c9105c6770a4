const MAP = "ARCHITECTURE.md";
const PATH = /`((?!test\/|src\/|docs\/|scripts\/)[a-z]+\/[a-z0-9./-]+\.tsx?)`/g;

/** Checks that the map names each folder of `src` and of `src/edge`, and only existing files. */
export function checkMap(files, documents) {
  const text = documents[MAP];
  if (text === undefined) return [];
  const paths = Object.keys(files).filter((path) => path.startsWith("src/"));
  const folders = new Set(paths.map((path) => path.split("/")[1]));
  const rooms = new Set(
    paths.filter((path) => path.startsWith("src/edge/")).map((path) => path.split("/")[2]),
  );
  const unnamed = [
    ...[...folders].filter((folder) => !text.includes(`\n  ${folder}/ `)),
    ...[...rooms].filter((room) => !text.includes(`\`${room}\``)).map((room) => `edge/${room}`),
  ].map((folder) => finding(1, `the map does not name src/${folder}`));
  const missing = text
    .split("\n")
    .flatMap((line, index) =>
      [...line.matchAll(PATH)]
        .filter(([, path]) => !(`src/${path}` in files))
        .map(([, path]) => finding(index + 1, `there is no src/${path}`)),
    );
  return [...unnamed, ...missing];
}

function finding(line, message) {
  return { path: MAP, line, message };
}
