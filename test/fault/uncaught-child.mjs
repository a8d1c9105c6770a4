// Loaded into a process before the program itself: a signal causes an error that no code catches,
// from a callback and from a promise. The text looks like a card number that slipped into it.
const MESSAGE = "torn while 5528790000000008 was read";

process.on("SIGUSR2", () => {
  setImmediate(() => {
    throw new TypeError(MESSAGE);
  });
});
process.on("SIGHUP", () => {
  globalThis.rejected = Promise.reject(new RangeError(MESSAGE));
});
