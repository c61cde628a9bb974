import { expect, test } from 'vitest';
import { exportedMatches, matchesCsv } from './matches-csv.ts';

const csvOf = (exported: Parameters<typeof exportedMatches>[0]) =>
  matchesCsv(exportedMatches(exported));

const match = (fields: object) => ({
  id: 'one',
  alert: '000-a',
  query: { keyword: 'open source' },
  foundAt: '2026-11-29T12:00:00.000Z',
  episode: {
    id: 'e',
    title: 'On "ledgers", twice',
    podcast: 'The Show',
    link: 'https://show.example/1',
    image: '',
    pubDateMs: Date.UTC(2026, 10, 28),
    excerpt: 'About >>>open source<<<.',
  },
  ...fields,
});

const HEAD = 'found,alert,podcast,episode,published,link,audio,second,text\r\n';
const LINE =
  '2026-11-29T12:00:00.000Z,open source,The Show,"On ""ledgers"", twice",2026-11-28T00:00:00.000Z,https://show.example/1';

test('writes a line for each match, with the second in which it is said', () => {
  const { episode } = match({});
  const said = [
    { text: 'Nothing.', atMs: null },
    { text: 'Later.', atMs: 754_900 },
  ];
  const spoken = { ...episode, audio: 'https://show.example/1.mp3', said };
  expect(csvOf({ matches: [match({}), match({ episode: spoken })] })).toBe(
    `${HEAD}${LINE},,,About open source.\r\n${LINE},https://show.example/1.mp3,754,Nothing.\r\n`,
  );
});

test('writes no line for counts and damaged matches, and no formulas', () => {
  const { episode } = match({});
  const matches = [
    match({ episode: undefined, count: 3 }),
    match({ foundAt: 'yesterday' }),
    match({ query: 5 }),
    match({ episode: { ...episode, title: '=1+1', pubDateMs: 9e15 } }),
  ];
  const [, line, ...others] = csvOf({ matches }).split('\r\n');
  expect(line).toContain(`,The Show,'=1+1,,https`);
  expect(others).toEqual(['']);
});
