import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  descendantsOf,
  type ProcessRecord,
  readProcessTable,
  stillRunning,
  watchProcessTable,
} from './process-table.ts';

/** How long a program may take to end when asked to, before it is killed. */
const GRACE_MS = 8000;
/** How long a program's last words may take to arrive after it has ended. */
const LAST_WORDS_MS = 500;

export interface ChildSpec {
  /** What a person knows the program by, and what its lines in the log begin with. */
  name: string;
  command: string;
  args: readonly string[];
  cwd: string;
  environment: NodeJS.ProcessEnv;
  /** Takes the output; without it the program writes to this process's own. */
  onOutput?: (piece: string) => void;
}

export interface Child {
  readonly name: string;
  /** The exit code, or 1 where a signal ended it. Never rejects. */
  readonly exited: Promise<number>;
  /** How it ended, once it has: "ended by itself with exit code 3", "was killed by SIGKILL". */
  howEnded(): string;
  /** Asks it to end, kills it after {@link GRACE_MS}, and leaves none of its descendants behind. */
  stop(): Promise<void>;
  /** Kills it and its descendants at once. */
  kill(): void;
}

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal does not reach
 * it past us. Its descendants are noted while it runs: firebase-tools puts Java into yet another
 * group, where Java would outlive a firebase-tools that was killed.
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
      // A descendant that holds on to the output would keep `close` away.
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
    // It has ended meanwhile, which is what was wanted.
  }
}

/** Windows knows no signals: the whole tree is ended by the system's own tool. */
function killTreeOnWindows(pid: number) {
  try {
    execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
  } catch {
    // It has ended meanwhile.
  }
}
