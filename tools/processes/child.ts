import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  descendantsOf,
  type ProcessRecord,
  readProcessTable,
  stillRunning,
  watchProcessTable,
} from './process-table.ts';

/** Timeout between SIGTERM and SIGKILL. */
const GRACE_MS = 8000;
/** Timeout for a program's remaining output after it has exited. */
const LAST_WORDS_MS = 500;

export interface ChildSpec {
  name: string;
  command: string;
  args: readonly string[];
  cwd: string;
  environment: NodeJS.ProcessEnv;
  /** Receives stdout and stderr. Without it, the program writes to those of this process. */
  onOutput?: (piece: string) => void;
}

export interface Child {
  readonly name: string;
  /** The exit code, or 1 after a signal. Never rejects. */
  readonly exited: Promise<number>;
  /** How the program ended, as text: "ended by itself with exit code 3", "was killed by SIGKILL". */
  howEnded(): string;
  /** Sends SIGTERM, after {@link GRACE_MS} SIGKILL, and kills all descendants. */
  stop(): Promise<void>;
  kill(): void;
}

/**
 * Starts a program in its own process group, so that Ctrl-C in the terminal reaches only this process. Records the
 * program's descendants while it runs: firebase-tools starts Java in another process group, where it would outlive
 * a killed firebase-tools.
 */
export function startChild(spec: ChildSpec): Child {
  const piped = spec.onOutput !== undefined;
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.environment,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', piped ? 'pipe' : 'inherit', piped ? 'pipe' : 'inherit'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => spec.onOutput?.(piece));
  }

  const descendants = new Map<string, ProcessRecord>();
  function noteDescendants(table: readonly ProcessRecord[]) {
    if (child.pid === undefined || child.exitCode !== null) return;
    for (const record of descendantsOf(child.pid, table)) {
      descendants.set(`${record.pid} ${record.startedAt}`, record);
    }
  }
  const stopNoting = watchProcessTable(noteDescendants);

  function killDescendants() {
    const running = stillRunning([...descendants.values()], readProcessTable());
    for (const { pid } of running) signal(pid, 'SIGKILL');
  }

  const exited = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      spec.onOutput?.(`${error.message}\n`);
      stopNoting();
      resolve(1);
    });
    child.once('exit', (code) => {
      stopNoting();
      // The end of output is awaited no longer than this, because a descendant may keep the pipe open.
      setTimeout(resolve, LAST_WORDS_MS, code ?? 1);
      child.once('close', () => resolve(code ?? 1));
    });
  });

  function kill() {
    noteDescendants(readProcessTable());
    if (child.pid !== undefined) {
      if (process.platform === 'win32') killTreeOnWindows(child.pid);
      else signal(-child.pid, 'SIGKILL');
    }
    killDescendants();
  }

  return {
    name: spec.name,
    exited,
    howEnded: () =>
      child.signalCode === null
        ? `ended by itself with exit code ${child.exitCode ?? 1}`
        : `was killed by ${child.signalCode}`,
    kill,
    async stop() {
      noteDescendants(readProcessTable());
      if (child.exitCode === null && child.signalCode === null) {
        if (process.platform === 'win32') kill();
        else child.kill('SIGTERM');
        await Promise.race([exited, once(AbortSignal.timeout(GRACE_MS), 'abort')]);
      }
      kill();
      await exited;
    },
  };
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended already.
  }
}

/** Windows has no process groups or signals; `taskkill /T` ends the whole tree. */
function killTreeOnWindows(pid: number) {
  try {
    execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
  } catch {
    // The process has ended already.
  }
}
