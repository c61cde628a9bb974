import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOOPBACK } from '../instance/ports.ts';
import { functionsFrameworkTool } from '../processes/node-program.ts';
import { untilAnswers } from '../processes/until-answers.ts';

export interface ServedFunction {
  url: string;
  /** The longest stall of the event loop since the last call, and the processor time since the start. */
  usage(): Promise<{ stallMs: number; cpuMs: number }>;
  stop(): Promise<void>;
}

/** Starts a function as it is deployed, in a process of its own. `functions/lib` must be built. */
export async function serveFunction(
  target: string,
  repository: string,
  settings: NodeJS.ProcessEnv,
): Promise<ServedFunction> {
  const port = await freePort();
  const { command, args } = functionsFrameworkTool('--source', 'functions', '--port', port);
  const watch = pathToFileURL(path.join(import.meta.dirname, 'load/watch-process.js')).href;
  const server = spawn(command, ['--import', watch, ...args], {
    cwd: repository,
    env: {
      ...process.env,
      ...settings,
      SEARCH_REQUESTS_PER_MINUTE: '100000000',
      FUNCTIONS_EMULATOR: 'true',
      FUNCTION_TARGET: target,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(server, 'exit');
  const url = `http://${LOOPBACK}:${port}/`;
  // The server answers this path itself: a request for another one would run a schedule.
  await untilAnswers(`${url}favicon.ico`, () => true);
  return {
    url,
    async usage() {
      const answered = once(server, 'message');
      server.send('usage');
      const [usage] = (await answered) as [{ stallMs: number; cpuMs: number }];
      return usage;
    },
    async stop() {
      server.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}
