import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { startInstance } from './instance.ts';
import { contentsText, runSchedule } from './run-schedule.ts';

async function runAgainst(answer: RequestListener, timeoutMs = 5000): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const run = startInstance(0);
  const { port } = server.address() as AddressInfo;
  const options = { jobName: 'a job', timeoutMs };
  return runSchedule({ ...run, ports: { ...run.ports, functions: port } }, 'sendAlerts', options);
}

test('posts to the function’s trigger with the job’s name, and returns the status', async () => {
  const status = runAgainst((request, response) => {
    expect(request.url).toBe('/functions/projects/demo-earshot/triggers/us-central1-sendAlerts-0');
    expect(request.headers['x-cloudscheduler-jobname']).toBe('a job');
    response.writeHead(429).end('busy');
  });
  expect(await status).toBe(429);
});

test('reports a function that ends without a response', async () => {
  const broken = runAgainst((_request, response) => response.destroy());
  await expect(broken).rejects.toThrow(ExpectedFailure);
  await expect(broken).rejects.toThrow(
    /^sendAlerts ended without an answer \(.+\): see .*start\.log/,
  );
});

test.each([
  ['never answers', () => undefined],
  ['never finishes its answer', (_request, response) => void response.write('…')],
] satisfies [string, RequestListener][])(
  'does not wait for ever for a function that %s',
  async (_, answer) => {
    const silent = runAgainst(answer, 100);
    await expect(silent).rejects.toThrow(ExpectedFailure);
    await expect(silent).rejects.toThrow(
      /^sendAlerts did not end within 0\.1 seconds, and may still be running: see .*start\.log/,
    );
  },
);

test('formats the counts of episodes and podcasts', () => {
  expect(contentsText({ episodes: 0, podcasts: 0 })).toBe('0 episodes from 0 podcasts');
  expect(contentsText({ episodes: 1, podcasts: 1 })).toBe('1 episode from 1 podcast');
  expect(contentsText({ episodes: 12_345, podcasts: 17 })).toBe('12,345 episodes from 17 podcasts');
});
