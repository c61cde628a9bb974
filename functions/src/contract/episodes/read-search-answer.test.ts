import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns, timesSeen } from '../../testing/fuzz-runs.ts';
import { wholeEpisode as episode } from '../fixtures/whole-episode.ts';
import { readSearchAnswer } from './read-search-answer.ts';
import { type SearchResponse, searchResponseSchema } from './search.ts';

const DAYS = Array.from({ length: 35 }, (_, day) => day);

test('reads every field of the contract unchanged', () => {
  const answer = {
    episodes: [episode],
    total: 7,
    searchedSince: 5,
    asked: 'Episodes since then.',
    sort: 'newest',
    paged: true,
    meant: ['openai'],
    trend: {
      lastDay: 86_400_000,
      days: DAYS,
      since: 7,
      shows: [{ podcast: 'A', episodes: 3, term: 'show:A' }],
    },
  } satisfies Required<SearchResponse>;
  expect(readSearchAnswer(answer)).toEqual(answer);
  expect(readSearchAnswer([episode])).toEqual({ episodes: [episode], total: 1 });
});

test.each([
  ['the audio replaces an invalid link', { link: 'file:///a' }, episode.audio],
  ['invalid links and audio are dropped', { link: null, audio: 'x' }, ''],
])('%s', (_name, change, link) => {
  expect(readSearchAnswer([{ ...episode, ...change }]).episodes[0]?.link).toBe(link);
});

test.each([
  null,
  [],
  { lastDay: 0, days: [1], shows: [] },
  { lastDay: -1, days: DAYS, shows: [] },
  { lastDay: 0, days: DAYS.map(String), shows: [] },
  { lastDay: 0, days: DAYS },
])('drops the invalid trend %j', (trend) => {
  expect(readSearchAnswer({ episodes: [], trend })).toEqual({ episodes: [], total: 0 });
});

test('reads the valid parts of a trend', () => {
  const shows = [
    null,
    { podcast: 'A' },
    ...Array.from('ABCDEF', (podcast) => ({ podcast, episodes: 1 })),
  ];
  const trend = { lastDay: 0, days: DAYS, since: 'x', shows };
  const read = { lastDay: 0, days: DAYS, shows: shows.slice(2, 7) };
  expect(readSearchAnswer({ episodes: [], trend }).trend).toEqual(read);
});

test.each([undefined, null, '48:00', -5, 0, 1e9])('drops the invalid duration %j', (duration) => {
  const [read] = readSearchAnswer([{ ...episode, duration_s: duration }]).episodes;
  expect(read).toBeDefined();
  expect(read).not.toHaveProperty('duration_s');
});

test.each([
  ['a value that is no list', 'x', 4, {}],
  ['an empty list', [], 4, {}],
  ['a list without valid items', [null, 7, {}, { text: ' ' }], 4, {}],
  [
    'a list with too small a count',
    [
      { text: 'a >>>b<<<', atMs: 12_000, speaker: 'Ann' },
      { text: 'c', atMs: -1, speaker: 4 },
    ],
    1,
    {
      spoken: [
        { text: 'a >>>b<<<', atMs: 12_000, speaker: 'Ann' },
        { text: 'c', atMs: null },
      ],
      spokenTotal: 2,
    },
  ],
  [
    'a long list without a count',
    ['a', 'b', 'c', 'd'].map((text) => ({ text, atMs: 0.5 })),
    null,
    { spoken: ['a', 'b', 'c'].map((text) => ({ text, atMs: null })), spokenTotal: 4 },
  ],
])('reads the valid spoken matches of %s', (_, spoken, spokenTotal, read) => {
  const plain = { title: 'x', link: 'https://a.example/' };
  const [answer] = readSearchAnswer([{ ...plain, spoken, spokenTotal }]).episodes;
  expect({ spoken: answer?.spoken, spokenTotal: answer?.spokenTotal }).toEqual({
    spoken: undefined,
    spokenTotal: undefined,
    ...read,
  });
});

test.each([
  ['a value that is no list', 'x', 4, {}],
  ['a list without valid items', [null, 7, {}, { podcast: ' ' }], 4, {}],
  [
    'a list with an invalid address and no count',
    [{ podcast: 'A', link: 'javascript:x' }, { podcast: 'B' }],
    -1,
    { alsoIn: ['A', 'B'].map((podcast) => ({ podcast, link: '' })) },
  ],
  [
    'too long a list',
    Array.from('ABCDEFG', (podcast) => ({ podcast, link: '' })),
    2,
    { alsoIn: Array.from('ABCDE', (podcast) => ({ podcast, link: '' })), alsoInMore: 2 },
  ],
])('reads the valid other shows of %s', (_, alsoIn, alsoInMore, read) => {
  const plain = { title: 'x', link: 'https://a.example/' };
  const [answer] = readSearchAnswer([{ ...plain, alsoIn, alsoInMore }]).episodes;
  expect({ alsoIn: answer?.alsoIn, alsoInMore: answer?.alsoInMore }).toEqual({
    alsoIn: undefined,
    alsoInMore: undefined,
    ...read,
  });
});

test.each([
  ['a value that is no list', 'x', undefined],
  [
    'a list without valid items',
    [null, 7, {}, { title: ' ', atMs: 0 }, { title: 'a', atMs: -1 }],
    undefined,
  ],
  [
    'an unsorted list',
    [
      { title: 'b', atMs: 9000, href: 'x' },
      { title: 'c', atMs: '12' },
      { title: 'a', atMs: 0 },
    ],
    [
      { title: 'a', atMs: 0 },
      { title: 'b', atMs: 9000 },
    ],
  ],
])('reads the valid chapters of %s', (_, chapters, read) => {
  const [answer] = readSearchAnswer([{ title: 'x', chapters }]).episodes;
  expect(answer?.chapters).toEqual(read);
});

test('reads at most 100 episodes of a page, and 1000 of a backend without pages', () => {
  const episodes = Array.from({ length: 1030 }, () => episode);
  const lengths = [{ episodes, paged: true }, { episodes: episodes.slice(0, 197) }, episodes]
    .map(readSearchAnswer)
    .map(({ episodes: read, total }) => [read.length, total]);
  expect(lengths).toEqual([
    [100, 1030],
    [197, 197],
    [1000, 1030],
  ]);
});

test('reads an empty object as an empty list', () => {
  expect(readSearchAnswer({})).toEqual({ episodes: [], total: 0 });
});

test.each([null, 'none', 7, { episodes: 'none' }, { hits: [] }])(
  'throws on the answer %j',
  (body) => {
    expect(() => readSearchAnswer(body)).toThrow(TypeError);
  },
);

test('reads arbitrary input into an answer that fits the schema', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(-1, 0.5, 9e15, 1e300, 'yesterday', 'https://', 'https://a.example/\ud800'),
  );
  const names = fc.constantFrom(...Object.keys(episode));
  const changed = fc.dictionary(names, odd).map((change) => ({ ...episode, ...change }));
  const body = fc.record({
    episodes: fc.array(fc.oneof(changed, fc.dictionary(names, odd), odd), { maxLength: 5 }),
    total: odd,
    searchedSince: odd,
  });
  let read = 0;
  fc.assert(
    fc.property(body, (sent) => {
      const answer = readSearchAnswer(sent);
      expect(searchResponseSchema.safeParse(answer).error).toBeUndefined();
      expect(answer.episodes.every(({ title }) => title.trim() !== '')).toBe(true);
      read += answer.episodes.length;
    }),
    { numRuns: fuzzRuns(500) },
  );
  expect(read).toBeGreaterThan(timesSeen(250));
});

test('reads suggestions from a list of texts only', () => {
  const meantOf = (meant: unknown) => readSearchAnswer({ episodes: [], total: 0, meant }).meant;
  expect(meantOf(['openai', '-sponsor'])).toEqual(['openai', '-sponsor']);
  expect(meantOf([7, '', 'openai'])).toEqual(['openai']);
  for (const meant of [undefined, null, 'openai', [], [7]]) {
    expect(meantOf(meant)).toBeUndefined();
  }
});
