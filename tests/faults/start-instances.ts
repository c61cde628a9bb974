import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { catalogueFile } from '../support/stack.ts';

const PROGRAM = path.join(import.meta.dirname, 'search-instance.ts');

/** Starts instances that share a client count in Firestore, as deployed instances do, and stop when the test ends. */
export function startInstances(count: number, catalogue = catalogueFile()): Promise<string[]> {
  const url = `file:${catalogue}`;
  const settings = { RATE_LIMIT_STORE: 'firestore' };
  return Promise.all(Array.from({ length: count }, () => startInstance(url, settings, 'inherit')));
}

export async function startInstance(
  url: string,
  settings: Record<string, string>,
  stderr: 'inherit' | 'ignore' = 'ignore',
): Promise<string> {
  return (await startInstanceProcess(url, settings, stderr)).address;
}

export async function startInstanceProcess(
  url: string,
  settings: Record<string, string>,
  stderr: 'inherit' | 'ignore' = 'ignore',
): Promise<{ address: string; pid: number }> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], {
    stdio: ['ignore', 'pipe', stderr],
    env: { ...process.env, CATALOGUE_URL: url, FUNCTIONS_EMULATOR: 'true', ...settings },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const [port] = (await once(lines, 'line', { signal: AbortSignal.timeout(60_000) })) as [string];
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
}
