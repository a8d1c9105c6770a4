const IMPORTS_MOST = 25;
/** The installation names every store and adapter. */
const INSTALLATION = "src/service/installation/installation.ts";

/** The only file that may call `startLoop`: it measures each job of src/service/jobs/jobs.ts. */
const RUNNER = "src/service/jobs/job-runner.ts";

/** How the parts of a service are put together: docs/decisions/installation.md. */
export function checkComposition(modules) {
  return modules
    .filter(({ path, isTest }) => path.startsWith("src/") && !isTest)
    .flatMap((module) =>
      [...fileName(module), ...importCount(module), ...hiddenJobs(module)].map((finding) => ({
        path: module.path,
        ...finding,
      })),
    );
}

function fileName({ path }) {
  return /(^|\/)compose(-[^/]*)?\.tsx?$/.test(path)
    ? [
        {
          line: 1,
          message: "name the file by what it is; it takes its parts from the installation",
        },
      ]
    : [];
}

function importCount({ path, imports }) {
  const count = new Set(imports.map(({ request }) => request)).size;
  return count > IMPORTS_MOST && path !== INSTALLATION
    ? [{ line: 1, message: `${count} imports; at most ${IMPORTS_MOST}` }]
    : [];
}

function hiddenJobs({ path, calls, imports }) {
  if (path === RUNNER) return [];
  const named = imports.filter(({ names }) => names.includes("startLoop"));
  const called = calls.filter(({ name }) => name === "startLoop");
  return [...named, ...called].slice(0, 1).map(({ line }) => ({
    line,
    message: "a job is a row of src/service/jobs/jobs.ts; only its runner calls startLoop",
  }));
}
