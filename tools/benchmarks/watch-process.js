// Loaded before a server that a benchmark measures, in a process with a channel to the benchmark.
// Plain JavaScript: the server's process has no TypeScript loader.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

/**
 * Each message is answered with the longest stall since the one before, and the processor time of all threads
 * since the start, both in milliseconds.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ stallMs: delays.max / 1e6, cpuMs: (user + system) / 1000 });
  delays.reset();
});
