/**
 * Packages that the bundle of the program contains, so that a release does not install them.
 * `typebox` has 680 modules, of which the service needs a part. Of `highlight.js` it needs the core
 * and eight of 190 languages. Those of OpenTelemetry are in a file of the bundle that is loaded
 * only if traces are on. `ssh2`, with the packages that it needs, is in a file that is loaded for
 * the first look at an SFTP server; here, no release runs its install script. All other packages
 * stay outside.
 */
export const BUNDLED = [
  "typebox",
  "highlight.js",
  "@opentelemetry/api",
  "@opentelemetry/api-logs",
  "@opentelemetry/core",
  "@opentelemetry/exporter-trace-otlp-proto",
  "@opentelemetry/otlp-exporter-base",
  "@opentelemetry/otlp-transformer",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-logs",
  "@opentelemetry/sdk-metrics",
  "@opentelemetry/sdk-trace",
  "@opentelemetry/semantic-conventions",
  "ssh2",
  "asn1",
  "bcrypt-pbkdf",
  "safer-buffer",
  "tweetnacl",
];
