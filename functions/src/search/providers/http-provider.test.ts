import { expect, test } from 'vitest';
import { serveOnLoopback } from '../../testing/test-server.ts';
import { type Episode, searchResponseSchema } from '../../contract/index.ts';
import { sampleEpisode } from '../../contract/fixtures/sample-episode.ts';
import { httpProvider } from './http-provider.ts';

const query = { keywords: ['OpenAI', 'a16z'], language: 'English', startDate: 60_000 } as const;

function episode(n: number): Episode {
  return sampleEpisode({
    title: `Episode ${n}`,
    link: `https://show.example/${n}`,
    audio: `https://show.example/${n}.mp3`,
    pub_date_ms: n,
  });
}

/** The provider's result for a backend's response. */
async function answeredWith(answer: unknown, { status = 200, skip = 0 } = {}) {
  const asked: { url: string | undefined; body: unknown }[] = [];
  const backendUrl = await serveOnLoopback((request, response) => {
    let sent = '';
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () => {
      asked.push({ url: request.url, body: JSON.parse(sent) as unknown });
      response.writeHead(status).end(JSON.stringify(answer));
    });
  });
  const provider = httpProvider(`${backendUrl}/podcasts`);
  const found = provider.search(
    { ...query, keywords: [...query.keywords], ...(skip > 0 && { skip }) },
    new AbortController().signal,
  );
  return { provider, found, asked };
}

test('sends the request to the backend unchanged', async () => {
  const { provider, found, asked } = await answeredWith([]);
  expect(await found).toEqual({ episodes: [], total: 0, paged: true });
  expect(asked).toEqual([{ url: '/podcasts/search', body: query }]);
  expect(provider.cacheable).toBe(false);
});

test('accepts an object with episodes, with or without a total', async () => {
  const episodes = [episode(2), episode(1)];
  expect(await (await answeredWith({ episodes, total: 70 })).found).toEqual({
    episodes,
    total: 70,
  });
  const all = { episodes, total: 2, paged: true };
  for (const total of [undefined, 2, -1]) {
    expect(await (await answeredWith({ episodes, total })).found).toEqual(all);
  }
});

test('accepts a bare list and sorts it, newest first', async () => {
  const { found } = await answeredWith([episode(1), episode(3), episode(2)]);
  expect(await found).toEqual({
    episodes: [episode(3), episode(2), episode(1)],
    total: 3,
    paged: true,
  });
});

test.each([undefined, 500])(
  'reaches each of 197 episodes in blocks of 100 if the backend counts %s',
  async (total) => {
    const sent = { episodes: Array.from({ length: 197 }, (_, n) => episode(n)), total };
    const [first, second] = [await answeredWith(sent), await answeredWith(sent, { skip: 100 })];
    const dates = async ({ found }: typeof first) =>
      (await found).episodes.map(({ pub_date_ms: at }) => at);
    expect(await first.found).toMatchObject({ total: 197, paged: true });
    const expected = Array.from({ length: 197 }, (_, n) => 196 - n);
    expect([...(await dates(first)), ...(await dates(second))]).toEqual(expected);
    expect(await dates(first)).toHaveLength(100);
  },
);

test('derives distinct ids from the backend’s ids and drops unusable ones', async () => {
  const sent = [7, '7', 'urn:b', 'a'.repeat(32), '', null, {}].map((id, n) => ({
    ...episode(9 - n),
    id,
  }));
  const { episodes } = await (await answeredWith(sent)).found;
  const ids = episodes.map(({ id }) => id);
  expect(ids.map((id) => id?.length)).toEqual([32, 32, 32, 32, undefined, undefined, undefined]);
  expect(ids).not.toContain('a'.repeat(32));
  expect(new Set(ids.slice(1, 4)).size).toBe(3);
});

test('drops entries that are no episodes and addresses other than http(s)', async () => {
  const odd = { ...episode(2), link: 'javascript:alert(1)', audio: 'file:///a', image: 'x' };
  const { found } = await answeredWith([{ link: 'ftp://show.example' }, odd, null, 'episode', {}]);
  const safe = { ...episode(2), link: '', image: '', audio: undefined };
  expect(await found).toEqual({ episodes: [safe], total: 1, paged: true });
});

test('reads the valid fields of odd episodes and sorts undated ones last', async () => {
  const dateless = { ...episode(5), pub_date_ms: '2026-11-20', publisher: null, description: 7 };
  const { found } = await answeredWith({ episodes: [dateless, { title: 'alone' }, episode(3)] });
  const { episodes, total } = await found;
  expect(total).toBe(3);
  expect(episodes).toEqual([
    episode(3),
    { ...episode(5), pub_date_ms: null, publisher: '', description: '' },
    expect.objectContaining({ title: 'alone', link: '', pub_date_ms: null }),
  ]);
  expect(searchResponseSchema.safeParse(await found).error).toBeUndefined();
});

test.each([
  ['another form', { results: [] }],
  ['text', 'none'],
  ['null', null],
  ['entries that are no episodes', [{ podcast: 'alone' }, null]],
])('refuses an answer of %s', async (_name, answer) => {
  const { found } = await answeredWith(answer);
  await expect(found).rejects.toMatchObject({ code: 'upstream-failed' });
});

test('stops calling a failing backend after five failures', async () => {
  const { provider, found, asked } = await answeredWith({}, { status: 401 });
  await expect(found).rejects.toMatchObject({ code: 'upstream-failed' });
  const again = () =>
    provider.search({ keywords: ['a'], language: 'English' }, new AbortController().signal);
  for (let turn = 0; turn < 4; turn += 1) await expect(again()).rejects.toThrow(/status 401/);
  await expect(again()).rejects.toMatchObject({ code: 'upstream-unavailable' });
  expect(asked).toHaveLength(5);
});
