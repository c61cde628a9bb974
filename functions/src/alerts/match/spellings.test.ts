import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Catalogue, WritableCatalogue } from '../../catalogue/catalogue.ts';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { newEpisodes } from '../../catalogue/testing/new-episodes.ts';
import { feedItem, NOW, readingOf } from '../../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../../catalogue/testing/test-engines.ts';
import { normalizeQuery } from '../../query/normalize-query.ts';
import { answeredQueries } from '../fixtures/answered-queries.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';

function rowsOf(name: string): string[][] {
  const file = new URL(`../../query/fixtures/${name}`, import.meta.url);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split('\t').map(withSigns));
}

function withSigns(cell: string): string {
  const signs = cell.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
  return signs.replace(/\\u([\da-f]{4})/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

const [, ...SPELLINGS] = rowsOf('spellings.tsv');
const NAMES = rowsOf('names.tsv').map(([, title = '', ...spellings]) => ({ title, spellings }));
const TITLES = [
  ...new Set([...SPELLINGS.map(([, title = '']) => title), ...NAMES.map(({ title }) => title)]),
];
const QUERIES = [
  ...new Set([
    ...SPELLINGS.map(([, , query = '']) => query),
    ...NAMES.flatMap(({ spellings }) => spellings),
  ]),
];

type Finds = (query: string, title: string) => boolean;

async function searchIn(catalogue: Catalogue): Promise<Finds> {
  const found = new Map<string, Set<string>>();
  for (const query of QUERIES) {
    const limits = { limit: 100, totalLimit: 100, spoken: false };
    const { episodes } = await catalogue.query({ keywords: [query], ...limits });
    found.set(query, new Set(episodes.map(({ link }) => link)));
  }
  return (query, title) => found.get(query)?.has(linkOf(title)) ?? false;
}

async function alertsIn(catalogue: WritableCatalogue): Promise<Finds> {
  const episodes: NewEpisode[] = [];
  for await (const episode of newEpisodes(catalogue, NOW, 0)) episodes.push(episode);
  const forms = new Map(QUERIES.map((query) => [query, normalizeQuery([query])]));
  const distinct = [...new Set(forms.values())];
  const answers = answeredQueries(distinct, episodes);
  const answersOf = new Map(episodes.map(({ link }, at) => [link, answers[at] ?? []]));
  return (query, title) => {
    const index = distinct.indexOf(forms.get(query) ?? '');
    return answersOf.get(linkOf(title))?.includes(index) ?? false;
  };
}

function linkOf(title: string): string {
  return `https://show.example/${TITLES.indexOf(title)}`;
}

describe.each(ENGINES)('spellings of names, $engine', ({ open }) => {
  test('a search and an alert find exactly the expected spellings', async () => {
    const { catalogue } = await open();
    const items = TITLES.map((title) => feedItem({ title, link: linkOf(title), description: '' }));
    await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
    const [searched, alerted] = [await searchIn(catalogue), await alertsIn(catalogue)];
    for (const finds of [searched, alerted]) {
      const wrong = SPELLINGS.filter(
        ([, title = '', query = '', should]) => finds(query, title) !== (should === 'yes'),
      );
      expect(wrong).toEqual([]);
      const missed = NAMES.flatMap(({ title, spellings }) =>
        spellings.filter((spelling) => !finds(spelling, title)),
      );
      expect(missed).toEqual([]);
      const others = NAMES.flatMap(({ title, spellings }) =>
        spellings.flatMap((spelling) =>
          NAMES.filter((other) => other.title !== title && finds(spelling, other.title)).map(
            (other) => `${spelling}: ${other.title}`,
          ),
        ),
      );
      expect(others).toEqual([
        "OpenAI: What OpenAI's GPT-5 can do",
        "openai: What OpenAI's GPT-5 can do",
      ]);
    }
    const differ = QUERIES.flatMap((query) =>
      TITLES.filter((title) => searched(query, title) !== alerted(query, title)).map(
        (title) => `${query}: ${title}`,
      ),
    );
    expect(differ).toEqual([]);
  });
});

test('the files contain the expected number of spellings', () => {
  expect(SPELLINGS.length).toBeGreaterThan(130);
  expect(NAMES.flatMap(({ spellings }) => spellings)).toHaveLength(300);
});
