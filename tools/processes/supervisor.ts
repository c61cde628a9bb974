import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ExpectedFailure, noRoomIn } from './expected-failure.ts';
import { shownPath } from './repository.ts';
import type { RunLog } from './run-log.ts';

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 8000;
/** Timeout for the remaining output of an exited program, because a descendant may keep the pipe open. */
const LAST_OUTPUT_MS = 500;

interface Program {
  name: string;
  command: string;
  args: readonly string[];
  cwd: string;
  environment: NodeJS.ProcessEnv;
}

interface Service extends Program {
  ready: () => Promise<void>;
  /** True if a piece of output shows that the program is broken. It is killed, which counts as a crash. */
  isLost?: (piece: string) => boolean;
}

export interface Supervisor {
  /** Starts a program and waits until it is ready. An exit before `stop` counts as a crash. */
  start(service: Service): Promise<void>;
  /** Runs a program to its end. Throws an ExpectedFailure with its last lines if it fails. */
  run(program: Program): Promise<void>;
  /** `onOutput` also gets what the program prints. The program then has no terminal to print to. */
  runShown(program: Program, onOutput?: (piece: string) => void): Promise<number>;
  runCaptured(program: Program): Promise<{ exitCode: number; output: string }>;
  /** `stop` calls `close` before it stops the programs that were started earlier. */
  onStop(close: () => void | Promise<void>): void;
  /** Rejects when a program crashes, with the last lines of its output. */
  readonly crashed: Promise<never>;
  readonly stopping: boolean;
  /** Stops everything, the latest start first. Never rejects. Idempotent. */
  stop(): Promise<void>;
  killAll(): void;
}

export function createSupervisor(log: RunLog): Supervisor {
  const started = new Set<() => void | Promise<void>>();
  const children = new Set<ChildProcess>();
  let stopped: Promise<void> | undefined;
  let rejectCrashed: (failure: unknown) => void = () => undefined;
  const crashed = new Promise<never>((_, reject) => {
    rejectCrashed = reject;
  });
  // Prevents an unhandled rejection while nobody awaits the promise.
  crashed.catch(() => undefined);

  /** Without `onOutput`, the program writes to the streams of this process. */
  function begin(program: Program, onOutput?: (piece: string) => void) {
    if (stopped) throw new ExpectedFailure(`${program.name}: not started, all is being stopped.`);
    const child = startInGroup(program, onOutput);
    const close = () => stopGroup(child);
    started.add(close);
    children.add(child);
    const exited = exitOf(child, onOutput).finally(() => children.delete(child));
    return { child, exited, forget: () => started.delete(close) };
  }

  async function runToEnd(program: Program, onOutput?: (piece: string) => void): Promise<number> {
    const { exited, forget } = begin(program, onOutput);
    const code = await exited;
    forget();
    return code;
  }

  function failure(name: string, what: string): ExpectedFailure {
    const last = log.lastLines(name);
    const lines = [
      `${name} ${what}. Its last lines (all are in ${shownPath(log.file)}):`,
      ...last.map((line) => `  ${line}`),
    ];
    const noRoom = noRoomIn(last);
    return new ExpectedFailure([...lines, ...(noRoom === null ? [] : [noRoom])].join('\n'));
  }

  async function stopAll() {
    for (const close of [...started].reverse()) {
      try {
        await close();
      } catch {
        // On a full disk, data cannot be saved and nothing can be logged. All other programs must end nevertheless.
      }
    }
  }

  return {
    async start({ ready, isLost, ...program }) {
      const { child, exited } = begin(program, (piece) => {
        log.write(program.name, piece);
        if (isLost?.(piece) && !stopped) killGroup(child);
      });
      void exited.then(() => {
        killGroup(child);
        if (!stopped) rejectCrashed(failure(program.name, howEnded(child)));
      });
      await Promise.race([ready(), crashed]);
    },
    async run(program) {
      const code = await runToEnd(program, (piece) => log.write(program.name, piece));
      if (code !== 0) throw failure(program.name, `failed with exit code ${code}`);
    },
    runShown: (program, onOutput) =>
      runToEnd(
        program,
        onOutput &&
          ((piece) => {
            process.stdout.write(piece);
            onOutput(piece);
          }),
      ),
    async runCaptured(program) {
      const pieces: string[] = [];
      const exitCode = await runToEnd(program, (piece) => pieces.push(piece));
      return { exitCode, output: pieces.join('') };
    },
    onStop: (close) => void started.add(close),
    crashed,
    get stopping() {
      return stopped !== undefined;
    },
    stop: () => (stopped ??= stopAll()),
    killAll() {
      for (const child of children) killGroup(child);
    },
  };
}

/** Starts a program in its own process group, so that Ctrl-C in the terminal reaches only this process. */
function startInGroup(program: Program, onOutput?: (piece: string) => void): ChildProcess {
  const output = onOutput ? 'pipe' : 'inherit';
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.environment,
    detached: true,
    stdio: ['ignore', output, output],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => onOutput?.(piece));
  }
  return child;
}

/** Resolves to the exit code, or to 1 if a signal ended the program or it could not be started. */
async function exitOf(child: ChildProcess, onOutput?: (piece: string) => void): Promise<number> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  try {
    await once(child, 'exit');
  } catch (error) {
    onOutput?.(`${String(error)}\n`);
    return 1;
  }
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_OUTPUT_MS))]);
  return child.exitCode ?? 1;
}

function howEnded({ signalCode, exitCode }: ChildProcess): string {
  return signalCode === null
    ? `ended by itself with exit code ${exitCode ?? 1}`
    : `was killed by ${signalCode}`;
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([exited, once(AbortSignal.timeout(GRACE_MS), 'abort')]);
  }
  killGroup(child);
}

/** Kills a program and its descendants, which are in its process group. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have ended already.
  }
}
