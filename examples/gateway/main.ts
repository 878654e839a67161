// The first line comes at once: the tokenizer takes a second to load.
console.log(`the example gateway of narwhal-slo is starting; Ctrl-C or kill -TERM ${process.pid} ends it`);

const { settingsOf } = await import("./settings");
const { startDemo } = await import("./demo");

try {
  const settings = settingsOf(process.env);
  const end = await startDemo(settings, console.log);
  endOnSignal(end, settings.drainS);
} catch (error) {
  console.error(isOfUser(error) ? error.message : error);
  process.exitCode = 1;
}

/** A wrong variable, or what the system refuses, a port for one: the message says it all. */
function isOfUser(error: unknown): error is Error {
  return error instanceof RangeError || (error instanceof Error && "syscall" in error);
}

function endOnSignal(end: () => Promise<void>, drainS: number): void {
  let isEnding = false;
  const onSignal = async (signal: string) => {
    // A terminal, npm and tsx may each send the same signal.
    if (isEnding) return;
    isEnding = true;
    console.log(`${signal}: no new requests; waiting for streams to end, ${drainS} s at most (DRAIN_S)`);
    const startMs = performance.now();
    await end();
    console.log(`ended after ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, onSignal);
}

export {};
