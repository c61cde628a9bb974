import { toldOf } from './expected-failure.ts';
import type { Supervisor } from './supervisor.ts';

/** Runs `work`, stops all programs, and exits with its result, with 1 after an error, or with `interruptedCode`. */
export async function runCommand(
  supervisor: Supervisor,
  interruptedCode: number,
  work: () => Promise<number>,
): Promise<never> {
  // Runs before the listener that removes the temporary folder, which the programs may be writing to.
  process.prependListener('exit', () => supervisor.killAll());
  watchInterrupts(() => {
    console.log('\nStopping …');
    void supervisor.stop().then(() => process.exit(interruptedCode));
  });
  // On a full disk, any write to the log of a program throws.
  process.on('uncaughtException', (error) => {
    if (!supervisor.stopping) console.error(toldOf(error));
    void supervisor.stop().then(() => process.exit(1));
  });
  const code = await work().catch((error: unknown) => {
    // Errors that follow from the stop are not reported.
    if (supervisor.stopping) return interruptedCode;
    console.error(toldOf(error));
    return 1;
  });
  await supervisor.stop();
  process.exit(code);
}

/** Ctrl-C arrives twice, from the terminal and from npm; within this time both count as one. */
const SAME_KEY_PRESS_MS = 500;
const WATCH_EVERY_MS = 1000;

/**
 * Calls `stop` on SIGINT, SIGTERM, SIGHUP, and when the parent process has ended: npm passes SIGTERM to its shell
 * only. A second interrupt exits at once.
 */
function watchInterrupts(stop: () => void): void {
  let firstAtMs: number | undefined;
  function interrupt() {
    const now = Date.now();
    if (firstAtMs === undefined) {
      firstAtMs = now;
      stop();
    } else if (now - firstAtMs > SAME_KEY_PRESS_MS) {
      process.exit(130);
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  // After the terminal has been closed, every write would otherwise throw.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  const starter = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watching);
    interrupt();
  }, WATCH_EVERY_MS);
  watching.unref();
}
