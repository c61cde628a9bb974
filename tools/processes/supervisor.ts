import { type Child, type ChildSpec, startChild } from './child.ts';
import { ExpectedFailure } from './expected-failure.ts';
import type { RunLog } from './run-log.ts';
import { shownPath } from './repository.ts';

type Program = Omit<ChildSpec, 'onOutput'>;

interface KeptProgram {
  /** Called at each start, because the arguments may differ after a restart. */
  program: () => Program;
  ready: () => Promise<void>;
  /** True if a piece of output shows that the program is broken. It is then killed, which counts as an exit. */
  isLost?: (piece: string) => boolean;
}

export interface Supervisor {
  /** Starts a program that runs until the stop; an earlier exit counts as a crash. */
  start(program: Program): Child;
  /**
   * Starts a program and resolves when it is ready. With `startsAgain`, the program is restarted if it exits
   * after it was ready; any other exit before the stop counts as a crash.
   */
  keep(kept: KeptProgram): Promise<{ isReady(): boolean }>;
  /** Runs a program to its end. Throws an ExpectedFailure with its last lines if it fails. */
  run(program: Program): Promise<void>;
  runShown(program: Program): Promise<number>;
  runCaptured(program: Program): Promise<{ exitCode: number; output: string }>;
  /** Registers a callback for the stop, which runs before programs that were started earlier are stopped. */
  onStop(close: () => void | Promise<void>): void;
  /** Rejects with the last lines of a program that crashed. */
  readonly crashed: Promise<never>;
  readonly stopping: boolean;
  /** Stops everything, the latest start first. Idempotent. */
  stop(): Promise<void>;
  killAll(): void;
}

interface Started {
  close(): void | Promise<void>;
  kill?(): void;
}

export function createSupervisor(log: RunLog, startsAgain = false): Supervisor {
  const started = new Set<Started>();
  let stopped: Promise<void> | undefined;
  let rejectCrashed: (failure: unknown) => void = () => undefined;
  const crashed = new Promise<never>((_, reject) => {
    rejectCrashed = reject;
  });
  // Avoids an unhandled rejection while nobody awaits the promise.
  crashed.catch(() => undefined);

  function startLogged(program: Program) {
    return startKept({ ...program, onOutput: (piece) => log.write(program.name, piece) });
  }

  function startKept(spec: ChildSpec): { child: Child; entry: Started } {
    requireNotStopped(spec.name);
    const child = startChild(spec);
    const entry = { close: () => child.stop(), kill: () => child.kill() };
    started.add(entry);
    return { child, entry };
  }

  function requireNotStopped(name: string) {
    if (stopped) throw new ExpectedFailure(`${name}: not started, all is being stopped.`);
  }

  async function keep({ program, ready, isLost }: KeptProgram): Promise<{ isReady(): boolean }> {
    let isReady = false;
    let child: Child;
    function begin() {
      const { name, ...spec } = program();
      requireNotStopped(name);
      const onOutput = (piece: string) => {
        log.write(name, piece);
        if (isLost?.(piece) && !stopped) begun.kill();
      };
      const begun = startChild({ name, ...spec, onOutput });
      child = begun;
      void begun.exited
        .then(() => beginAgain(begun))
        .catch((error: unknown) => {
          if (!stopped) rejectCrashed(error);
        });
    }
    async function beginAgain(ended: Child) {
      if (stopped) return;
      const why = failure(ended.name, ended.howEnded());
      if (!startsAgain || !isReady) throw why;
      isReady = false;
      console.error(`\n${why.message}\nStarting ${ended.name} again …`);
      // Stopped, because descendants of the ended program may still use its ports.
      await ended.stop();
      begin();
      await untilReady();
      console.log(`${ended.name} is running again.`);
    }
    async function untilReady() {
      await ready();
      isReady = true;
    }
    begin();
    // All restarts share one entry, which keeps the order of the stop: programs that were started later stop
    // first.
    started.add({ close: () => child.stop(), kill: () => child.kill() });
    await untilReady();
    return { isReady: () => isReady };
  }

  function failure(name: string, what: string): ExpectedFailure {
    const lines = log.lastLines(name).map((line) => `  ${line}`);
    return new ExpectedFailure(
      [`${name} ${what}. Its last lines (all are in ${shownPath(log.file)}):`, ...lines].join('\n'),
    );
  }

  async function toItsEnd({ child, entry }: { child: Child; entry: Started }): Promise<number> {
    const code = await child.exited;
    started.delete(entry);
    return code;
  }

  async function stopAll() {
    for (const entry of [...started].reverse()) {
      await entry.close();
      started.delete(entry);
    }
  }

  return {
    start(program) {
      const { child } = startLogged(program);
      void child.exited.then(() => {
        if (!stopped) rejectCrashed(failure(program.name, child.howEnded()));
      });
      return child;
    },
    keep,
    async run(program) {
      const code = await toItsEnd(startLogged(program));
      if (code !== 0) throw failure(program.name, `failed with exit code ${code}`);
    },
    runShown: (program) => toItsEnd(startKept(program)),
    async runCaptured(program) {
      const pieces: string[] = [];
      const onOutput = (piece: string) => void pieces.push(piece);
      const exitCode = await toItsEnd(startKept({ ...program, onOutput }));
      return { exitCode, output: pieces.join('') };
    },
    onStop: (close) => void started.add({ close }),
    crashed,
    get stopping() {
      return stopped !== undefined;
    },
    stop: () => (stopped ??= stopAll()),
    killAll() {
      for (const entry of started) entry.kill?.();
    },
  };
}
