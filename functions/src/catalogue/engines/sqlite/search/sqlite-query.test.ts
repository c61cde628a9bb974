import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../../contract/index.ts';
import { feedItem, NOW, readingOf, temporarySqlite } from '../../../testing/test-catalogue.ts';
import { querySqlite } from './sqlite-query.ts';
import { writableSqliteCatalogue } from '../writable-sqlite.ts';
import { storeInSqlite } from '../sqlite-store.ts';
import { toSpokenText } from '../../../../transcripts/spoken-text.ts';
import { TRANSCRIPTS, awaitedAttachments } from '../../../attachments/attachments-store.ts';
import { recordTranscript } from '../../../attachments/transcripts-store.ts';

const FEED = 'https://show.example/feed';
/** Refused for what it costs, not made for fewer days. */
const QUERY = { limit: 3, totalLimit: 5, share: 1 };

it('a query is ended before it begins when it would read too much of the index, and says so', async () => {
  const catalogue = temporarySqlite();
  const items = Array.from({ length: 600 }, (_, age) =>
    feedItem({
      title: age === 7 ? 'of the rare' : 'the end of',
      publishedAtMs: NOW - age * HOUR_MS,
    }),
  );
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  const ask = (keywords: string[], mostWork?: number) =>
    querySqlite(catalogue, { keywords, ...QUERY }, mostWork === undefined ? {} : { mostWork });
  const refused = expect.objectContaining({ code: 'upstream-timeout' }) as Error;

  // Two words of 600 episodes each, adjacent in one only.
  expect((await ask(['of the'])).total).toBe(1);
  expect((await ask(['of the'], 1320)).total).toBe(1);
  await expect(ask(['of the'], 1100)).rejects.toThrow(refused);
  await expect(ask(['the of', 'end the', 'of the'], 3000)).rejects.toThrow(refused);
  // A single word costs nothing; a rare word lets FTS5 skip entries of the others.
  expect((await ask(['of', 'the', 'end', 'rare'], 1)).total).toBe(5);
  expect((await ask(['of the rare'], 600)).total).toBe(1);
  // A word is read once for each occurrence in phrases.
  await expect(ask(['end', '-"of the"', '-"the of"', '-"of of the"'], 4000)).rejects.toThrow(
    refused,
  );
});

it('a phrase costs what its rarest word lets be read; texts without that are passed over', async () => {
  const catalogue = temporarySqlite();
  const items = Array.from({ length: 600 }, (_, age) =>
    feedItem({
      title: age % 10 === 0 ? 'the of end' : 'the end',
      publishedAtMs: NOW - age * HOUR_MS,
    }),
  );
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  const ask = (mostWork: number) =>
    querySqlite(catalogue, { keywords: ['the end of'], ...QUERY }, { mostWork });
  // 60 texts with three words; of two words 540 further entries each.
  expect((await ask(520)).total).toBe(0);
  await expect(ask(490)).rejects.toMatchObject({ code: 'upstream-timeout' });
});

it('a beginning of many words costs what a sample of each says', async () => {
  const catalogue = temporarySqlite();
  const description = `${'crypto '.repeat(500)}${'cryptography '.repeat(200)}crypt`;
  const items = Array.from({ length: 300 }, (_, age) =>
    feedItem({ title: 'word', description, publishedAtMs: NOW - age * HOUR_MS }),
  );
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  const ask = (keyword: string, mostWork: number) =>
    querySqlite(catalogue, { keywords: [keyword], ...QUERY }, { mostWork });
  // 210 300 occurrences, each read twice.
  expect((await ask('cry*', 425_000)).total).toBe(5);
  await expect(ask('cry*', 415_000)).rejects.toMatchObject({ code: 'upstream-timeout' });
  // Few enough to be counted.
  expect((await ask('cryptog*', 121_000)).total).toBe(5);
  await expect(ask('cryptog*', 119_000)).rejects.toMatchObject({ code: 'upstream-timeout' });
});

it('a query is ended in the same way, whatever is asked together or left out', async () => {
  const catalogue = temporarySqlite();
  const items = Array.from({ length: 600 }, (_, age) =>
    feedItem({
      title: age === 7 ? 'rare even' : age % 2 === 0 ? 'even number' : 'odd number',
      publishedAtMs: NOW - age * HOUR_MS,
    }),
  );
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  const ask = (keywords: string[], mostWork?: number) =>
    querySqlite(catalogue, { keywords, ...QUERY }, mostWork === undefined ? {} : { mostWork });
  const refused = expect.objectContaining({ code: 'upstream-timeout' }) as Error;

  // Two words of 300 episodes each, never in the same one.
  expect((await ask(['even AND odd'], 1300)).total).toBe(0);
  await expect(ask(['even AND odd'], 1100)).rejects.toThrow(refused);
  await expect(ask(['number', '-even', '-odd'], 2300)).rejects.toThrow(refused);
  expect((await ask(['number', '-even', '-odd'], 2600)).total).toBe(0);
  // A rare word lets FTS5 skip entries of the others.
  expect((await ask(['rare AND even', '-number'], 150)).total).toBe(1);
  // A prefix: all its words are counted and collected first.
  expect((await ask(['eve*'], 602)).total).toBe(5);
  await expect(ask(['eve*'], 600)).rejects.toThrow(refused);
  await expect(ask(['rare -num*'], 1000)).rejects.toThrow(refused);
});

it('a phrase of words that are said all the time, but nowhere side by side, is ended as well', async () => {
  const catalogue = temporarySqlite();
  const transcripts = [{ url: 'https://show.example/t', type: '' }];
  const items = Array.from({ length: 60 }, (_, age) =>
    feedItem({ title: 'talk', publishedAtMs: NOW - age * HOUR_MS, transcripts }),
  );
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  const writable = writableSqliteCatalogue(catalogue);
  const awaited = await writable.read(() =>
    awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: true, limit: 60 }),
  );
  for (const [index, { episodeId, ...record }] of awaited.entries()) {
    const text = `${'the end of it '.repeat(300)}${index === 7 ? 'of the rare' : ''}`;
    const spoken = toSpokenText([{ startMs: 0, text }]);
    await writable.write(() => recordTranscript(episodeId, record, spoken));
  }
  const ask = (keywords: string[], mostWork?: number, spoken = true) =>
    querySqlite(
      catalogue,
      { ...QUERY, keywords, spoken },
      mostWork === undefined ? {} : { mostWork },
    );
  const refused = expect.objectContaining({ code: 'upstream-timeout' }) as Error;

  // Two words, 300 times in each of 60 transcripts: as expensive as 3 600 entries of notes.
  expect((await ask(['of the'])).total).toBe(1);
  expect((await ask(['of the'], 4000)).total).toBe(1);
  await expect(ask(['of the'], 3000)).rejects.toThrow(refused);
  expect((await ask(['of the'], 3000, false)).total).toBe(0);
  // A single word costs nothing; with a rare word, most entries of the others are skipped.
  expect((await ask(['of', 'the', 'rare'], 130)).total).toBe(5);
  expect((await ask(['of the rare'], 500)).total).toBe(1);
  // Excluded phrases and prefixes are read completely.
  await expect(ask(['talk', '-"of the"'], 1000)).rejects.toThrow(refused);
  await expect(ask(['talk AND end*'], 1000)).rejects.toThrow(refused);
  expect((await ask(['talk AND end*'], 5000)).total).toBe(5);
  // A `spoken:` phrase costs the same, without the cost of the notes.
  expect((await ask(['spoken:"of the"'], 4000)).total).toBe(1);
  await expect(ask(['spoken:"of the"'], 2800)).rejects.toThrow(refused);
  expect((await ask(['spoken:"of the"'], 0, false)).total).toBe(0);
  expect((await ask(['spoken:of', 'spoken:rare'], 0)).total).toBe(5);
  await expect(ask(['talk -spoken:"of the"'], 1000)).rejects.toThrow(refused);
  await expect(ask(['spoken:end*'], 1000)).rejects.toThrow(refused);
});

it('results are ranked only with work that is left, and are the newest first without', async () => {
  const catalogue = temporarySqlite();
  const items = Array.from({ length: 600 }, (_, age) =>
    feedItem({
      title: age === 599 ? 'word' : `other ${age}`,
      description: 'a word',
      publishedAtMs: NOW - age * HOUR_MS,
    }),
  );
  storeInSqlite(catalogue, FEED, readingOf(items), NOW);
  const ask = (totalLimit: number, mostWork: number) =>
    querySqlite(
      catalogue,
      { keywords: ['word'], limit: 3, totalLimit, sort: 'relevance' },
      { mostWork },
    );
  const titles = async (...asked: Parameters<typeof ask>) => {
    const { episodes, isRanked = false } = await ask(...asked);
    return [episodes[0]?.title, isRanked];
  };
  // 400 for the texts of each candidate; a single word costs nothing.
  expect(await titles(1000, 600 * 400)).toEqual(['word', true]);
  expect(await titles(1000, 600 * 400 - 1)).toEqual(['other 0', false]);
  // Only counted episodes are ranked.
  expect(await titles(10, 10 * 400)).toEqual(['other 0', true]);
  expect(await titles(10, 10 * 400 - 1)).toEqual(['other 0', false]);
});
