import { beforeEach, expect, test, vi } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { setSignInHint } from '#shared/data/session/sign-in-hint.ts';
import { requestSearch } from './request-search.ts';

const request = { keywords: ['openai'], language: 'English' as const, startDate: 5 };
const signal = new AbortController().signal;

function answerWith(respond: () => Response | Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(respond()));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

// Other test files in this worker may have set the hint.
beforeEach(() => setSignInHint(false));

test('posts the request as JSON to {backend}/search', async () => {
  const fetched = answerWith(() => Response.json({ episodes: [], total: 0 }));
  await requestSearch(request, signal);
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/search');
  expect(init).toMatchObject({ method: 'POST', headers: { 'Content-Type': 'application/json' } });
  expect(JSON.parse(init?.body as string)).toEqual(request);
});

test('requests trend, limit and no matches of names alone in a header, not in the body', async () => {
  const fetched = answerWith(() => Response.json({ episodes: [] }));
  await requestSearch({ ...request, trend: 'beside', limit: 20, nameOnly: false }, signal);
  const init = fetched.mock.calls[0]?.[1];
  expect(init?.headers).toMatchObject({ Prefer: 'trend=beside, limit=20, name-only=no' });
  expect(JSON.parse(init?.body as string)).toEqual(request);
});

test('parses an object with a list, or a bare list', async () => {
  const episode = sampleEpisode();
  answerWith(() => Response.json({ episodes: [episode], total: 40 }));
  expect(await requestSearch(request, signal)).toEqual({ episodes: [episode], total: 40 });
  answerWith(() => Response.json([episode]));
  expect(await requestSearch(request, signal)).toEqual({ episodes: [episode], total: 1 });
});

test('one malformed episode does not affect others, and its valid fields are shown', async () => {
  const whole = sampleEpisode();
  const { link } = whole;
  const bare = { podcast: '', publisher: '', image: '', description: '' };
  answerWith(() =>
    Response.json([
      whole,
      { ...whole, pub_date_ms: null },
      { ...whole, pub_date_ms: 'yesterday', publisher: null, image: 7 },
      { title: 'Alone' },
      { link },
      null,
      'episode',
      [],
      {},
      { title: ' ', link: 'javascript:alert(1)' },
    ]),
  );
  expect(await requestSearch(request, signal)).toEqual({
    episodes: [
      whole,
      { ...whole, pub_date_ms: null },
      { ...whole, pub_date_ms: null, publisher: '', image: '' },
      { ...bare, title: 'Alone', link: '', pub_date_ms: null },
      { ...bare, title: 'shows.example', link, pub_date_ms: null },
    ],
    total: 5,
  });
});

test.each([[undefined], [null], ['40'], [-1], [0.5]])(
  'counts the episodes of a response whose total is %j',
  async (total) => {
    const episodes = [sampleEpisode(), sampleEpisode()];
    answerWith(() => Response.json({ episodes, total }));
    expect(await requestSearch(request, signal)).toEqual({ episodes, total: 2 });
  },
);

test('does not read the body of an error response', async () => {
  answerWith(() => new Response('<html>', { status: 503, statusText: 'Service Unavailable' }));
  await expect(requestSearch(request, signal)).rejects.toMatchObject({
    reason: { kind: 'http', status: 503, statusText: 'Service Unavailable' },
  });
});

test.each([
  ['no JSON', () => new Response('<html>')],
  ['another shape', () => Response.json({ hits: [] })],
])('treats a response that is %s as unexpected', async (_name, respond) => {
  answerWith(respond);
  await expect(requestSearch(request, signal)).rejects.toMatchObject({
    reason: { kind: 'unexpected' },
  });
});

test('rejects an unsent request as a network failure, and an aborted request as aborted', async () => {
  answerWith(() => Promise.reject(new TypeError('fetch failed')));
  await expect(requestSearch(request, signal)).rejects.toMatchObject({
    reason: { kind: 'network' },
  });
  const controller = new AbortController();
  answerWith(() => {
    controller.abort();
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  });
  await expect(requestSearch(request, controller.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
});
