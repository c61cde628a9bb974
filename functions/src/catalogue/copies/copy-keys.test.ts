import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { bareAudio } from './bare-audio.ts';
import { copyKeysOf, type KeyedEpisode } from './copy-keys.ts';

const FILE = 'cdn.example.com/shows/1/talk.mp3';

test.each([
  ['http://cdn.example.com/shows/1/talk.mp3?aid=rss_feed&feed=a1', FILE],
  ['https://www.CDN.example.com/shows/1/talk.mp3#t=3', FILE],
  ['https://dts.podtrac.com/redirect.mp3/cdn.example.com/shows/1/talk.mp3', FILE],
  ['https://www.podtrac.com/pts/redirect.mp3/https://cdn.example.com/shows/1/talk.mp3', FILE],
  ['https://pdst.fm/e/chrt.fm/track/A1B2/cdn.example.com/shows/1/talk.mp3?x=1', FILE],
  ['https://op3.dev/e,pg=1/https://pdst.fm/e/cdn.example.com/shows/1/talk.mp3', FILE],
  ['https://media.blubrry.com/ashow/p/cdn.example.com/shows/1/talk.mp3', FILE],
  ['https://mgln.ai/e/12/pscrb.fm/rss/p/cdn.example.com/shows/1/talk.mp3', FILE],
  ['https://host.fm/play/7/https%3A%2F%2Fcdn.example.com%2Fshows%2F1%2Ftalk.mp3', FILE],
  // Not a counting host: this folder is only named like a host.
  ['https://files.example/my.show/1.mp3', 'files.example/my.show/1.mp3'],
  // A script: the query may be all that tells one episode from another.
  ['https://a.example/play.php?id=7', 'a.example/play.php?id=7'],
  ['https://dts.podtrac.com/redirect.mp3/', 'dts.podtrac.com/redirect.mp3/'],
  ['https://a.example/', null],
  ['mailto:a@example.com', null],
  [null, null],
])('the audio behind %s', (address, bare) => {
  expect(bareAudio(address)).toBe(bare);
});

const NOON = Date.UTC(2026, 10, 21, 12);
const episode = (over: Partial<KeyedEpisode> = {}): KeyedEpisode => ({
  title: 'The future of ledgers',
  audio: 'https://a.example/1.mp3',
  durationSeconds: 1801,
  publishedAtMs: NOON,
  ...over,
});
/** Which keys the episodes share; each alone in a feed of its own. */
const shared = (left: Partial<KeyedEpisode>, right: Partial<KeyedEpisode>) => {
  const [one, other] = [left, right].map((over) => copyKeysOf([episode(over)])[0]);
  return (['audio', 'facts'] as const).filter(
    (key) => one?.[key] !== null && one?.[key] === other?.[key],
  );
};

test('a copy has the same audio, or the same title, duration and day', () => {
  expect(shared({}, {})).toEqual(['audio', 'facts']);
  const elsewhere = 'https://ads.example/9f3a.mp3';
  expect(shared({}, { audio: elsewhere, publishedAtMs: NOON + 3_600_000 })).toEqual(['facts']);
  expect(shared({}, { audio: elsewhere, title: '“The Future” of LEDGERS!' })).toEqual(['facts']);
  expect(shared({}, { title: 'Again: ledgers', publishedAtMs: NOON + 9 * DAY_MS })).toEqual([
    'audio',
  ]);
});

test.each<[string, Partial<KeyedEpisode>]>([
  ['another title', { title: 'The future of lending' }],
  ['another duration', { durationSeconds: 1802 }],
  ['another day', { publishedAtMs: NOON + DAY_MS }],
])('%s and other audio make another episode', (_, over) => {
  expect(shared({ audio: null }, { audio: null, ...over })).toEqual([]);
});

test.each<[string, Partial<KeyedEpisode>]>([
  ['without a duration', { durationSeconds: null }],
  ['of whole minutes, which are rounded', { durationSeconds: 1800 }],
  ['with a title of one word', { title: 'Monday' }],
])('an episode %s is no copy by its title', (_, over) => {
  expect(shared({ audio: null, ...over }, { audio: null, ...over })).toEqual([]);
});

test('what two episodes of one feed share tells nothing', () => {
  const soon = 'https://a.example/coming-soon.mp3';
  const bulletins = [0, 1, 2].map((day) =>
    episode({ title: 'Morning News', audio: soon, publishedAtMs: NOON - day * DAY_MS }),
  );
  expect(copyKeysOf([...bulletins, episode()])).toEqual([
    ...bulletins.map(() => ({ audio: null, facts: null })),
    { audio: expect.any(Number) as unknown, facts: expect.any(Number) as unknown },
  ]);
});
