// @vitest-environment node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { fetchEpisodes } from './fetch-episodes.ts';

const open: (() => void)[] = [];

afterEach(() => open.splice(0).forEach((close) => close()));

/** A search backend on loopback; returns its address. */
async function backend(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  open.push(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const signal = () => AbortSignal.timeout(10_000);

describe('the episodes of a page', () => {
  test('are asked for as the page would, and come in the order of the answer', async () => {
    const asked: unknown[] = [];
    const url = await backend((request, response) => {
      request.setEncoding('utf8').once('data', (body: string) => {
        asked.push(request.url, JSON.parse(body));
        const episodes = [sampleEpisode({ title: 'one' }), sampleEpisode({ title: 'two' })];
        response.end(JSON.stringify({ episodes, total: 2 }));
      });
    });
    const episodes = await fetchEpisodes(url, ['OpenAI'], signal());
    expect(episodes.map(({ title }) => title)).toEqual(['one', 'two']);
    expect(asked).toEqual(['/search', { keywords: ['OpenAI'], language: 'English' }]);
  });

  test('are those that can be read, without a date where one is odd', async () => {
    const odd = { ...sampleEpisode({ title: 'odd' }), pub_date_ms: null };
    const url = await backend((_, response) =>
      response.end(JSON.stringify({ episodes: [null, odd, sampleEpisode({ title: 'whole' })] })),
    );
    const episodes = await fetchEpisodes(url, ['AI'], signal());
    expect(episodes.map(({ title, pub_date_ms }) => [title, typeof pub_date_ms])).toEqual([
      ['odd', 'object'],
      ['whole', 'number'],
    ]);
  });

  test('are at most fifty', async () => {
    const episodes = Array.from({ length: 100 }, () => sampleEpisode({}));
    const url = await backend((_, response) => response.end(JSON.stringify(episodes)));
    expect(await fetchEpisodes(url, ['AI'], signal())).toHaveLength(50);
  });

  test('are asked for again after the wait that a busy backend wants', async () => {
    const at: number[] = [];
    const url = await backend((_, response) => {
      at.push(performance.now());
      if (at.length === 1) response.writeHead(429, { 'retry-after': '1' }).end('busy');
      else response.end(JSON.stringify([sampleEpisode({})]));
    });
    expect(await fetchEpisodes(url, ['AI'], signal())).toHaveLength(1);
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(990);
  });

  test('are not made up: a failure, an answer that is none and a deadline reject', async () => {
    const failing = await backend((_, response) => response.writeHead(503).end('down'));
    await expect(fetchEpisodes(failing, ['AI'], signal())).rejects.toThrow('503');
    const strange = await backend((_, response) => response.end('{"episodes":"none"}'));
    await expect(fetchEpisodes(strange, ['AI'], signal())).rejects.toThrow();
    const silent = await backend(() => undefined);
    await expect(fetchEpisodes(silent, ['AI'], AbortSignal.timeout(50))).rejects.toThrow();
  });

  test('are waited for no longer, also when memory is tidied up meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const tidying = setInterval(runInNewContext('gc') as () => void, 10);
    const silent = await backend(() => undefined);
    const never = new AbortController().signal;
    const late = fetchEpisodes(silent, ['AI'], never, 100);
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
    clearInterval(tidying);
  }, 5_000);
});
