import { expect, test, vi } from 'vitest';
import { sampleEpisode } from '../../contract/fixtures/sample-episode.ts';
import type { EpisodeAnswer, PagePlan, PictureText } from '../../contract/index.ts';
import { createPictureAnswers } from './answer-picture.ts';

const PATH = `/episode/0123456789abcdef0123/${'0'.repeat(32)}.png`;
const EPISODE = { show: '0123456789abcdef0123', id: '0'.repeat(32) };
const PNG = Buffer.from('picture');

const FOUND: EpisodeAnswer = {
  episodes: [sampleEpisode({ title: 'Crumbs\r\n', podcast: 'Café Kilobyte' })],
  total: 1,
  about: {
    notes: '',
    said: [
      { atMs: 948_000, text: 'My landlady thought otherwise.' },
      { atMs: 953_400, text: 'Then I found the bakery. '.repeat(20) },
    ],
    mentions: [],
  },
};

/** Plans one episode's page, at second 953 of any query. */
function plan(path: string, query: string): PagePlan | null {
  if (path !== PATH.slice(0, -4)) return null;
  const episode = { ...EPISODE, ...(query !== '' && { atS: 953 }) };
  return { key: path, search: null, episode, listed: false };
}

function open(answer: () => Promise<EpisodeAnswer> = () => Promise.resolve(FOUND)) {
  const draw = vi.fn<(text: PictureText) => Promise<Uint8Array | null>>().mockResolvedValue(PNG);
  const episodePage = vi.fn(answer);
  const answers = createPictureAnswers({ brand: 'Earshot', renderer: { plan }, draw, episodePage });
  const allow = vi.fn(() => Promise.resolve({ allowed: true as const, left: 1 }));
  const get = (path = PATH, query = '?t=953') => answers(path, query, { client: 'a', allow });
  return { get, draw, episodePage, allow, answers };
}

test('draws what is said at the second, within a line of each name', async () => {
  const { get, draw, episodePage, allow } = open();
  expect(await get()).toEqual({
    status: 200,
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=3600, s-maxage=3600',
    },
    body: PNG,
  });
  const [[text]] = draw.mock.calls as [[PictureText]];
  expect(text).toMatchObject({
    kicker: 'Café Kilobyte · 15:53',
    tagline: 'Crumbs',
    brand: 'Earshot',
  });
  expect(text.name).toMatch(/^“Then I found the bakery\. .*…”$/);
  expect(text.name.length).toBeLessThan(210);
  expect(episodePage).toHaveBeenCalledWith({ ...EPISODE, atS: 953 }, 'a');
  expect(allow).toHaveBeenCalledWith([], 3);
});

test('draws the title of an episode, and of a moment without a quotation', async () => {
  const { get, draw } = open();
  await get(PATH, '');
  expect(draw.mock.calls[0]?.[0]).toMatchObject({ kicker: 'Café Kilobyte', name: 'Crumbs' });
  const silent = open(() => Promise.resolve({ ...FOUND, about: { ...FOUND.about!, said: [] } }));
  await silent.get();
  expect(silent.draw.mock.calls[0]?.[0]).toMatchObject({ name: 'Crumbs', tagline: '' });
});

test('search engines may not list what a machine wrote down', async () => {
  const { get } = open(() =>
    Promise.resolve({ ...FOUND, about: { ...FOUND.about!, isMachine: true } }),
  );
  expect((await get())?.headers).toMatchObject({ 'X-Robots-Tag': 'noindex' });
});

test.each(['/', '/episode', PATH.slice(0, -4), `${PATH}/x`, PATH.toUpperCase(), '/show/x.png'])(
  'leaves %s to the pages',
  async (path) => {
    expect(await open().get(path)).toBeNull();
  },
);

test('answers 404 for a missing episode', async () => {
  const { get, draw } = open(() => Promise.resolve({ episodes: [], total: 0, about: null }));
  expect(await get()).toMatchObject({ status: 404, body: null });
  expect(draw).not.toHaveBeenCalled();
});

test('leads to the site’s picture beyond the limit, after a failure, and for letters it lacks', async () => {
  const site = { status: 302, headers: { Location: '/share/home.png' }, body: null };
  const { answers, draw } = open();
  const refused = () => Promise.resolve({ allowed: false as const, retryAfterMs: 5 });
  expect(await answers(PATH, '', { client: 'a', allow: refused })).toMatchObject(site);
  expect(draw).not.toHaveBeenCalled();
  expect(await open(() => Promise.reject(new Error('away'))).get()).toMatchObject(site);
  const foreign = open();
  foreign.draw.mockResolvedValue(null);
  expect(await foreign.get()).toMatchObject(site);
});

test('draws one picture at a time, and lets twenty wait', async () => {
  const { get, draw } = open();
  let drawing = 0;
  let most = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  draw.mockImplementation(async () => {
    most = Math.max(most, (drawing += 1));
    await gate;
    drawing -= 1;
    return PNG;
  });
  const first = Array.from({ length: 21 }, () => get());
  await vi.waitFor(() => expect(draw).toHaveBeenCalled());
  const late = await get();
  expect(late?.status).toBe(302);
  release();
  const answers = await Promise.all(first);
  expect(answers.map((answer) => answer?.status)).toEqual(Array(21).fill(200));
  expect(most).toBe(1);
});
