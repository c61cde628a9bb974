import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FUNCTIONS_FRAMEWORK, tool } from '../../../tools/processes/node-program.ts';
import { REPOSITORY } from '../../../tools/processes/repository.ts';

/** One function of the deployed bundle, served by its own process. */
export interface DeployedFunction {
  url: string;
  port: number;
  output(): string;
  /** Null if the system does not report it. */
  peakBytes(): number | null;
  stop(): void;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

export async function serveDeployed(
  name: string,
  environment: Record<string, string> = {},
): Promise<DeployedFunction> {
  const port = await freePort();
  const { command, args } = tool(FUNCTIONS_FRAMEWORK, '--source', 'functions', '--port', `${port}`);
  const child = spawn(command, args, {
    cwd: REPOSITORY,
    env: { ...process.env, NODE_ENV: 'production', ...environment, FUNCTION_TARGET: name },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (written += text));
  }
  const url = `http://127.0.0.1:${port}/`;
  // Every function answers OPTIONS without doing any work.
  while (!(await fetch(url, { method: 'OPTIONS' }).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start: ${written}`);
    await pause(50);
  }
  return {
    url,
    port,
    output: () => written,
    peakBytes: () => peakBytes(child.pid),
    stop: () => void child.kill('SIGKILL'),
  };
}

function peakBytes(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const [, kilobytes] =
    /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
