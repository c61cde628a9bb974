import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { normalizeAudioUrl } from '../../feeds/normalize-audio-url.ts';
import { duplicateKeysOf, type KeyedEpisode, LINKING_KEYS } from './duplicate-keys.ts';

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
  // This is not a download counter, although the folder looks like a host name.
  ['https://files.example/my.show/1.mp3', 'files.example/my.show/1.mp3'],
  // The path is a script, so the query may identify the episode.
  ['https://a.example/play.php?id=7', 'a.example/play.php?id=7'],
  ['https://dts.podtrac.com/redirect.mp3/', 'dts.podtrac.com/redirect.mp3/'],
  ['https://a.example/', null],
  ['mailto:a@example.com', null],
  [null, null],
])('normalizes the audio URL %s', (address, bare) => {
  expect(normalizeAudioUrl(address)).toBe(bare);
});

const NOON = Date.UTC(2026, 10, 21, 12);
const episode = (over: Partial<KeyedEpisode> = {}): KeyedEpisode => ({
  title: 'The future of ledgers',
  audio: 'https://a.example/1.mp3',
  durationSeconds: 1801,
  publishedAtMs: NOON,
  podcast: 'The Show',
  ...over,
});
const keysOf = (over: Partial<KeyedEpisode>) => duplicateKeysOf([episode(over)])[0];
/** The keys that two episodes of different feeds share. */
const shared = (left: Partial<KeyedEpisode>, right: Partial<KeyedEpisode>) => {
  const [one, other] = [keysOf(left), keysOf(right)];
  return LINKING_KEYS.filter((key) => one?.[key] !== null && one?.[key] === other?.[key]);
};
const ELSEWHERE = 'https://ads.example/9f3a.mp3';

test('links episodes by two of audio, title and duration, and without audio also by day', () => {
  expect(shared({}, {})).toEqual(['title', 'length', 'facts']);
  expect(shared({}, { audio: ELSEWHERE, publishedAtMs: NOON + 3_600_000 })).toEqual(['facts']);
  expect(shared({}, { audio: ELSEWHERE, title: '“The Future” of LEDGERS!' })).toEqual(['facts']);
  const later = { publishedAtMs: NOON + 9 * DAY_MS };
  expect(shared({}, { ...later, title: 'Again: ledgers' })).toEqual(['length']);
  expect(shared({}, { ...later, durationSeconds: 1790 })).toEqual(['title']);
  expect(shared({}, { ...later, durationSeconds: null })).toEqual(['title']);
});

test.each<[string, Partial<KeyedEpisode>]>([
  ['another title', { title: 'The future of lending' }],
  ['another duration', { durationSeconds: 1802 }],
  ['another day', { publishedAtMs: NOON + DAY_MS }],
])('links no episodes with other audio and %s', (_, over) => {
  expect(shared({ audio: null }, { audio: null, ...over })).toEqual([]);
});

test.each<[string, number | null, number | null]>([
  ['different durations', 1801, 1802],
  ['no durations', null, null],
  ['only one duration', 1801, null],
  ['durations in whole minutes', 1800, 1800],
  ['the duration of an announcement', 41, 41],
])('treats shared audio under two titles as a placeholder, with %s', (_, left, right) => {
  expect(shared({ durationSeconds: left }, { durationSeconds: right, title: 'On ferns' })).toEqual(
    [],
  );
});

test.each<[string, Partial<KeyedEpisode>]>([
  ['without a duration', { durationSeconds: null }],
  ['with a duration in whole minutes', { durationSeconds: 1800 }],
  ['with a title of one word', { title: 'Monday' }],
])('an episode %s needs audio to be a duplicate', (_, over) => {
  expect(shared({ audio: null, ...over }, { audio: null, ...over })).toEqual([]);
});

test.each([
  ['Learn C', 'Learn C++'],
  ['Learn C', 'Learn C#'],
  ['Learn C++', 'Learn C#'],
  ['Meet Q', 'Meet Q*'],
  ['🤖', '🦜'],
])('treats %s and %s as two titles', (left, right) => {
  expect(shared({ title: left }, { title: right })).toEqual(['length']);
});

test('the show key depends on show, title and day, not on audio', () => {
  const show = (over: Partial<KeyedEpisode>) => keysOf({ audio: null, ...over })?.show;
  expect(show({ podcast: 'THE  show ' })).toBe(show({}));
  expect(show({ publishedAtMs: NOON + 3_600_000, durationSeconds: 7 })).toBe(show({}));
  const others = [
    { podcast: 'A Show' },
    { podcast: 'The Show!' },
    { title: 'The future of lending' },
    { publishedAtMs: NOON + DAY_MS },
    { title: 'The future of ledgers?' },
  ];
  expect(new Set([{}, ...others].map(show)).size).toBe(others.length + 1);
});

test('derives no key from a value that two episodes of a feed share', () => {
  const soon = 'https://a.example/coming-soon.mp3';
  const bulletins = [0, 1, 2].map((hour) =>
    episode({ title: 'Morning News', audio: soon, publishedAtMs: NOON - hour * 3_600_000 }),
  );
  const none = { title: null, length: null, facts: null, show: null };
  const some = expect.any(Number) as unknown;
  expect(duplicateKeysOf([...bulletins, episode()])).toEqual([
    ...bulletins.map(() => none),
    { title: some, length: some, facts: some, show: some },
  ]);
  const yesterday = episode({ title: 'Morning News', publishedAtMs: NOON - DAY_MS });
  expect(duplicateKeysOf([...bulletins, yesterday]).at(-1)).toEqual({
    title: some,
    length: some,
    facts: null,
    show: some,
  });
});
