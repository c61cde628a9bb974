import { type Child, type ChildSpec, startChild } from './child.ts';
import { ExpectedFailure } from './expected-failure.ts';
import type { RunLog } from './run-log.ts';
import { shownPath } from './repository.ts';

type Program = Omit<ChildSpec, 'onOutput'>;

/** A program that is to run until it is stopped, whatever happens to it. */
interface KeptProgram {
  /** What is to be run now; asked for again whenever it is started again. */
  program: () => Program;
  /** Returns when the program that was started does its work. */
  ready: () => Promise<void>;
  /** Says of a piece of its output that it cannot go on; it is then killed, as if it had ended. */
  isLost?: (piece: string) => boolean;
}

/** Keeps what a run has started, and takes it down in the opposite order. */
export interface Supervisor {
  /** Starts a program that is to run until it is stopped; that it ends by itself is a crash. */
  start(program: Program): Child;
  /**
   * Starts a program that is to run until it is stopped, and returns when it is ready. Where the
   * supervisor starts programs again and this one ends after that, it says so and starts it again.
   */
  keep(kept: KeptProgram): Promise<{ isReady(): boolean }>;
  /** Runs a program to its end; refuses with its last lines when it fails. */
  run(program: Program): Promise<void>;
  /** Runs a program to its end, with its output on the screen; returns its exit code. */
  runShown(program: Program): Promise<number>;
  /** Runs a program to its end, with nothing on the screen; returns what it wrote. */
  runCaptured(program: Program): Promise<{ exitCode: number; output: string }>;
  /** Adds something to do on stopping, before whatever was started earlier is stopped. */
  onStop(close: () => void | Promise<void>): void;
  /** Rejects, with its last lines, when a program ends without having been stopped, and is not started again. */
  readonly crashed: Promise<never>;
  readonly stopping: boolean;
  /** Stops everything, one after the other; the same promise however often it is called. */
  stop(): Promise<void>;
  /** Kills everything at once. */
  killAll(): void;
}

interface Started {
  close(): void | Promise<void>;
  kill?(): void;
}

/** @param startsAgain Whether a kept program that has ended is started again; otherwise it is a crash. */
export function createSupervisor(log: RunLog, startsAgain = false): Supervisor {
  const started = new Set<Started>();
  let stopped: Promise<void> | undefined;
  let rejectCrashed: (failure: unknown) => void = () => undefined;
  const crashed = new Promise<never>((_, reject) => {
    rejectCrashed = reject;
  });
  // Whoever awaits it learns of it; nobody may be awaiting it yet.
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
      // What it had started may hold on to its ports.
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
    // One place for all of its lives, so that what was added later is still stopped before it.
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
