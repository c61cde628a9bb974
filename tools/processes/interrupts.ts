import { parentOf } from './process-table.ts';

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
export function watchInterrupts({ onFirst, onAgain }: InterruptHandlers): void {
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
