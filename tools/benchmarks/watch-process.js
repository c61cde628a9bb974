// Preloaded into a measured server, whose process has no TypeScript loader.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

// Replies to each message with the longest stall since the previous message, and the CPU time of all threads since the
// start.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ stallMs: delays.max / 1e6, cpuMs: (user + system) / 1000 });
  delays.reset();
});
