// Loaded before the server that bench-load measures, in a process with a channel to the benchmark.
// Plain JavaScript: the server's process has no TypeScript loader.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

/** Each message is answered with the longest stall since the one before, in milliseconds. */
process.on('message', () => {
  process.send?.({ stallMs: delays.max / 1e6 });
  delays.reset();
});
