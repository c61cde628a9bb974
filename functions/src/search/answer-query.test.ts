import { expect, test } from 'vitest';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { answerQuery, explainQuery } from './answer-query.ts';

const answer = { episodes: [], total: 0 };

test('an answer repeats a query that is more than words', () => {
  expect(explainQuery(answer, ['openai', '-sponsor'])).toEqual({
    ...answer,
    asked: 'Searching for episodes that mention openai, but not sponsor.',
  });
  expect(explainQuery(answer, ['-sponsor']).asked).toMatch(/^Add at least one word to search for/);
  expect(explainQuery(answer, ['🚀']).asked).toMatch(/^Add at least one word to search for/);
});

test('of notes alone it says that nothing is said in them', () => {
  const [query] = [['openai', 'spoken:altman']];
  const asked = 'Searching for episodes that mention openai or altman in what is said.';
  expect(explainQuery(answer, query).asked).toBe(asked);
  expect(explainQuery(answer, query, false).asked).toBe(
    `${asked} What is said is not searched here: “spoken:” finds nothing.`,
  );
  expect(explainQuery(answer, ['openai -sponsor'], false).asked).not.toContain('spoken');
});

test('an answer to plain words is what it was', () => {
  expect(explainQuery(answer, ['openai', '"Sam Altman"', 'e-mail', 'Ⓞⓟⓔⓝ', '🚀'])).toBe(answer);
});

test('an answer of fewer days says so, as a date and in words', async () => {
  const searchedSinceMs = Date.UTC(2026, 10, 13);
  const catalogue: Pick<Catalogue, 'query' | 'textsWith'> = {
    query: () => Promise.resolve({ episodes: [], total: 3, searchedSinceMs }),
    textsWith: () => Promise.reject(new Error('not asked')),
  };
  const ask = (keyword: string) =>
    answerQuery(catalogue, { keywords: [keyword], limit: 1, totalLimit: 9 });
  const note = 'With words as common as these, only episodes since November 13 were searched.';
  const about = { total: 3, sort: 'newest', searchedSince: searchedSinceMs };
  expect(await ask('the end')).toMatchObject({ ...about, asked: note });
  expect(await ask('the -end')).toMatchObject({
    ...about,
    asked: `Searching for episodes that mention the, but not end. ${note}`,
  });
});
