import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeQuery, readKeywords } from '../contract/index.ts';
import { matchesQuery } from './fixtures/match-query.ts';
import { planQuery } from './plan-query.ts';

const LINES = readFileSync(new URL('../../../docs/queries.md', import.meta.url), 'utf8').split(
  '\n',
);

/** Returns the rows of the page's last table whose first heading is `column`. */
function tableOf(column: string): string[][] {
  const rows = LINES.slice(LINES.findLastIndex((line) => line.startsWith(`| ${column} `)) + 2);
  return rows
    .slice(0, rows.indexOf(''))
    .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))
    .map((cells) => cells.slice(1, -1));
}

const EPISODES = tableOf('episode').map(
  ([
    id = '',
    title = '',
    podcast = '',
    language = '',
    speakers = '',
    description = '',
    said = '',
  ]) => {
    const lines = speakers.replaceAll(', ', '\n');
    return { id, texts: { title, podcast, language, speakers: lines, description, said } };
  },
);

test.each(tableOf('typed'))('%s is described as %s and finds %s', (typed, asked, ids) => {
  const read = readKeywords(typed.slice(1, -1));
  const keywords = read.ok ? read.keywords : [];
  expect(describeQuery(keywords) ?? 'nothing to look for').toBe(asked);
  const plan = planQuery(keywords);
  const found = EPISODES.filter(({ texts }) => plan !== null && matchesQuery(plan, texts));
  expect(found.map(({ id }) => id).join(' ') || '–').toBe(ids);
});

test('the page has more than sixty examples', () => {
  expect(tableOf('typed').length).toBeGreaterThan(60);
});

const QUOTED = /`([^`]+)`/g;
const quotedIn = (cell = '') => Array.from(cell.matchAll(QUOTED), ([, quoted = '']) => quoted);

test.each(tableOf('kind'))('%s: %s matches %s, but not %s', (_kind, text, yes, no) => {
  const [title = ''] = quotedIn(text);
  const finds = (typed: string) => {
    const plan = planQuery([typed]);
    return plan !== null && matchesQuery(plan, { title });
  };
  expect(quotedIn(yes).filter((typed) => !finds(typed))).toEqual([]);
  expect(quotedIn(no).filter(finds)).toEqual([]);
  expect(quotedIn(yes).length * quotedIn(no).length).toBeGreaterThan(0);
});
