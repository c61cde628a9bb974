import { printable } from './expected-failure.ts';
import type { Supervisor } from './supervisor.ts';

/**
 * Awaits `work`, stops all programs and exits. The exit code is the result of `work`, 1 after an error, or
 * `interruptedCode`.
 */
export async function runCommand(
  supervisor: Supervisor,
  interruptedCode: number,
  work: () => Promise<number>,
): Promise<never> {
  // Must run before the listener that removes the temporary folder, because programs may still write to that folder.
  process.prependListener('exit', () => supervisor.killAll());
  watchInterrupts(() => {
    console.log('\nStopping …');
    void supervisor.stop().then(() => process.exit(interruptedCode));
  });
  // On a full disk, writing a program's output to the log throws.
  process.on('uncaughtException', (error) => {
    if (supervisor.stopping) return;
    console.error(printable(error));
    void supervisor.stop().then(() => process.exit(1));
  });
  const code = await work().catch((error: unknown) => {
    // Stopping programs causes errors, which are not reported.
    if (supervisor.stopping) return interruptedCode;
    console.error(printable(error));
    return 1;
  });
  await supervisor.stop();
  process.exit(code);
}

/** Ctrl-C arrives twice, from the terminal and from npm. Signals within this time count as one. */
const SAME_KEY_PRESS_MS = 500;
const WATCH_EVERY_MS = 1000;

/**
 * Calls `stop` on SIGINT, SIGTERM and SIGHUP, and when the parent process has ended, because npm forwards SIGTERM
 * to its shell only. A second interrupt exits immediately.
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
  // Without a listener, every write after the terminal is closed throws.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    interrupt();
  }, WATCH_EVERY_MS);
  watching.unref();
}
