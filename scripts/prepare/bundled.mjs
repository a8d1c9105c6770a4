/**
 * Packages that the bundle of the program contains, so that a release does not install them.
 * `typebox` has 680 modules, of which the service needs a part. Of `highlight.js` it needs the core
 * and eight of 190 languages. All other packages stay outside.
 */
export const BUNDLED = ["typebox", "highlight.js"];
