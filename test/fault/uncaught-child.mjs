// Loaded into a process before the program itself: a signal causes an error that no code catches,
// from a callback and from a promise. Its text looks like a leaked card number.
const MESSAGE = "torn while 5528790000000008 was read";

process.on("SIGUSR2", () => {
  setImmediate(() => {
    throw new TypeError(MESSAGE);
  });
});
process.on("SIGHUP", () => {
  globalThis.rejected = Promise.reject(new RangeError(MESSAGE));
});
