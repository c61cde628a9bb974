import { readProcessTable } from './process-table.ts';

/** npm passes a signal on that the terminal sends us as well: both are one key press. */
const SAME_KEY_PRESS_MS = 500;
const WATCH_EVERY_MS = 500;

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

  const starters = startersOf(process.ppid);
  const watching = setInterval(() => {
    if (process.ppid === starters[0] && starters.every((pid) => isRunning(pid))) return;
    clearInterval(watching);
    interrupt();
  }, WATCH_EVERY_MS);
  watching.unref();
}

/** Our parent and, where npm started us through a shell, the shell's. */
function startersOf(parentPid: number): number[] {
  if (process.env['npm_lifecycle_event'] === undefined) return [parentPid];
  const parent = readProcessTable().find(({ pid }) => pid === parentPid);
  return parent && parent.parentPid > 1 ? [parentPid, parent.parentPid] : [parentPid];
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, yet there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
