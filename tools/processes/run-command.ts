import { ExpectedFailure } from './expected-failure.ts';
import type { Supervisor } from './supervisor.ts';
import { parentOf } from './process-table.ts';

/**
 * Does a command's work under a supervisor and ends the process: with what the work returns, with 1
 * when it fails, with `interruptedCode` when it was interrupted. Whatever happens, everything
 * the supervisor keeps has been stopped by then.
 */
export async function runCommand(
  supervisor: Supervisor,
  interruptedCode: number,
  work: () => Promise<number>,
): Promise<never> {
  // Before the temporary folder goes, in which they may be writing.
  process.prependListener('exit', () => supervisor.killAll());
  watchInterrupts({
    onFirst: () => {
      console.log('\nStopping …');
      void supervisor.stop().then(() => process.exit(interruptedCode));
    },
    onAgain: () => process.exit(130),
  });
  const code = await work().catch((error: unknown) => {
    // What fails because all is being stopped is no news.
    if (supervisor.stopping) return interruptedCode;
    console.error(error instanceof ExpectedFailure ? error.message : error);
    return 1;
  });
  await supervisor.stop();
  process.exit(code);
}

/** npm passes a signal on that the terminal sends us as well: both are one key press. */
const SAME_KEY_PRESS_MS = 500;
const WATCH_EVERY_MS = 1000;

interface InterruptHandlers {
  /** The first time: stop in good order. */
  onFirst: () => void;
  /** Any later time: at once. */
  onAgain: () => void;
}

/**
 * Calls the handlers for Ctrl-C, SIGTERM and a closed terminal, and when the process that started
 * us is gone: npm killed by SIGTERM passes nothing on.
 */
function watchInterrupts({ onFirst, onAgain }: InterruptHandlers): void {
  let firstAtMs: number | undefined;
  function interrupt() {
    const now = Date.now();
    if (firstAtMs === undefined) {
      firstAtMs = now;
      onFirst();
    } else if (now - firstAtMs > SAME_KEY_PRESS_MS) {
      onAgain();
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  // With the terminal gone every line we print would throw.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  const starter = starterNow();
  const watching = setInterval(() => {
    if (starterNow() === starter) return;
    clearInterval(watching);
    interrupt();
  }, WATCH_EVERY_MS);
  watching.unref();
}

/** Who started us: our parent and, where npm did it through a shell, the shell's parent too. */
function starterNow(): string {
  const throughNpm = process.env['npm_lifecycle_event'] !== undefined;
  const isWindows = process.platform === 'win32';
  return `${process.ppid} ${throughNpm && !isWindows ? parentOf(process.ppid) : ''}`;
}
