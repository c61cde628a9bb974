import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const { resolve } = createRequire(import.meta.url);
const FRAMEWORK = path.join(path.dirname(resolve('@google-cloud/functions-framework')), 'main.js');
const TSX = pathToFileURL(resolve('tsx')).href;
const REPLACEMENT = pathToFileURL(path.join(import.meta.dirname, 'request-domains.ts')).href;

const FUNCTION = `
const { setTimeout: pause } = require('node:timers/promises');
const fail = () => { throw new Error('thrown on purpose'); };
const faults = {
  '/timer': () => setTimeout(fail, 1),
  '/interval': () => { const timer = setInterval(() => { clearInterval(timer); fail(); }, 1); },
  '/immediate': () => setImmediate(fail),
  '/tick': () => process.nextTick(fail),
  '/file': () => require('node:fs').readFile(__filename, fail),
  '/late': async () => { await pause(5); setTimeout(fail, 1); await new Promise(() => {}); },
  '/rejection': () => { void pause(1).then(fail); },
  '/promise': async () => { await pause(1); fail(); },
  '/at-once': fail,
  '/after': (request, response) => { response.send('sent'); setTimeout(fail, 1); },
  '/slow': async (request, response) => { await pause(500); response.send('slow'); },
  '/well': (request, response) => response.send('well'),
};
exports.target = (request, response) => faults[request.path](request, response);
setTimeout(() => { if (process.env.FAILS_ALONE) fail(); }, 3000);
`;

async function serve(isReplaced: boolean, settings: NodeJS.ProcessEnv = {}) {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'package.json'), '{ "main": "index.js" }');
  writeFileSync(path.join(folder, 'index.js'), FUNCTION);
  const starts = path.join(folder, 'start.mjs');
  const replace = `import { replaceDomains } from '${REPLACEMENT}'; replaceDomains();`;
  writeFileSync(starts, isReplaced ? replace : '');
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  const imports = ['--import', TSX, '--import', pathToFileURL(starts).href];
  const args = [FRAMEWORK, '--source', folder, '--target', 'target', '--port', String(port)];
  const child: ChildProcess = spawn(process.execPath, [...imports, ...args], {
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill());
  const ask = async (at: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${at}`);
    return `${response.status} ${await response.text()}`;
  };
  await vi.waitFor(() => ask('/well'), { timeout: 60_000, interval: 100 });
  return { child, ask };
}

const FAULTS = '/timer /interval /immediate /tick /file /late /rejection /promise /at-once';

describe.each([
  ['Node’s domain', false],
  ['its replacement', true],
])('with %s', (_, isReplaced) => {
  test('an error ends only its own request', { timeout: 120_000 }, async () => {
    const { child, ask } = await serve(isReplaced);
    const slow = ask('/slow');
    const answers = await Promise.all(FAULTS.split(' ').map(ask));
    expect(answers).toEqual(FAULTS.split(' ').map(() => '500 thrown on purpose'));
    expect(await ask('/after')).toBe('200 sent');
    await pause(50);
    expect([await slow, await ask('/well')]).toEqual(['200 slow', '200 well']);
    expect(child.exitCode).toBeNull();
  });

  test('an error outside requests ends the process', { timeout: 120_000 }, async () => {
    const { child } = await serve(isReplaced, { FAILS_ALONE: 'yes' });
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).not.toBe(0);
  });
});
