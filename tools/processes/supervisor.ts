import { type Child, type ChildSpec, startChild } from './child.ts';
import { ExpectedFailure } from './expected-failure.ts';
import type { RunLog } from './run-log.ts';
import { shownPath } from './repository.ts';

type Program = Omit<ChildSpec, 'onOutput'>;

/** Keeps what a run has started, and takes it down in the opposite order. */
export interface Supervisor {
  /** Starts a program that is to run until it is stopped. */
  start(program: Program): Child;
  /** Runs a program to its end; refuses with its last lines when it fails. */
  run(program: Program): Promise<void>;
  /** Runs a program to its end, with its output on the screen; returns its exit code. */
  runShown(program: Program): Promise<number>;
  /** Runs a program to its end, with nothing on the screen; returns what it wrote. */
  runCaptured(program: Program): Promise<{ exitCode: number; output: string }>;
  /** Adds something to do on stopping, before whatever was started earlier is stopped. */
  onStop(close: () => void | Promise<void>): void;
  /** Rejects, with its last lines, when a started program ends without having been stopped. */
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

export function createSupervisor(log: RunLog): Supervisor {
  const started = new Set<Started>();
  let stopped: Promise<void> | undefined;
  let rejectCrashed: (failure: ExpectedFailure) => void = () => undefined;
  const crashed = new Promise<never>((_, reject) => {
    rejectCrashed = reject;
  });
  // Whoever awaits it learns of it; nobody may be awaiting it yet.
  crashed.catch(() => undefined);

  function startLogged(program: Program) {
    return startKept({ ...program, onOutput: (piece) => log.write(program.name, piece) });
  }

  function startKept(spec: ChildSpec): { child: Child; entry: Started } {
    if (stopped) throw new ExpectedFailure(`${spec.name}: not started, all is being stopped.`);
    const child = startChild(spec);
    const entry = { close: () => child.stop(), kill: () => child.kill() };
    started.add(entry);
    return { child, entry };
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
      void child.exited.then((code) => {
        if (!stopped)
          rejectCrashed(failure(program.name, `ended by itself with exit code ${code}`));
      });
      return child;
    },
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
