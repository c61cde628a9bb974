import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** The deployed bundle in its own process, with an environment chosen by the test. */
export interface FunctionProcess {
  /** Runs a scheduled or task function. Resolves with null, or with the error. */
  run(name: string, event: object): Promise<string | null>;
  passTime(ms: number): void;
  /** Memory peak at the last response, in MiB. */
  peakMib(): number;
  /** Kills the process without any cleanup. */
  kill(): Promise<void>;
}

const answerSchema = z.object({
  id: z.number(),
  error: z.string().nullable(),
  peakMib: z.number(),
});

export function startFunctions(environment: Record<string, string>): FunctionProcess {
  const child = fork(fileURLToPath(new URL('function-host.js', import.meta.url)), {
    execArgv: [],
    env: { ...process.env, ...environment },
    // Logs are discarded; errors are returned over IPC.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const waiting = new Map<number, (error: string | null) => void>();
  let calls = 0;
  let peakMib = 0;
  let clockAheadMs = 0;
  child.on('message', (message) => {
    const answer = answerSchema.parse(message);
    peakMib = answer.peakMib;
    waiting.get(answer.id)?.(answer.error);
  });
  child.on('exit', () => {
    for (const answer of waiting.values()) answer('the process ended');
  });
  return {
    run: (name, event) =>
      new Promise((resolve) => {
        calls += 1;
        waiting.set(calls, resolve);
        child.send({ id: calls, name, event, clockAheadMs });
      }),
    passTime: (ms) => void (clockAheadMs += ms),
    peakMib: () => peakMib,
    kill: () => kill(child),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
