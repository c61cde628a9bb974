import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { TRANSCRIPTS, awaitedAttachments } from '../../catalogue/store/attachments-store.ts';
import { recordTranscript } from '../../catalogue/store/transcripts-store.ts';
import { DRAWN_FACTS, drawKeywords } from '../../catalogue/testing/draw-keywords.ts';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { newEpisodes } from '../../catalogue/testing/new-episodes.ts';
import {
  feedItem,
  NOW,
  readingOf,
  temporaryCatalogue,
} from '../../catalogue/testing/test-catalogue.ts';
import { HOUR_MS } from '../../contract/index.ts';
import { toSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { normalizeQuery } from '../../query/normalize-query.ts';
import { planQuery } from '../../query/plan-query.ts';
import { fuzzRuns, randomNumbers, timesSeen } from '../../testing/fuzz-runs.ts';
import { isTold } from '../fixtures/answered-queries.ts';
import { createMatchedTexts } from './match-texts.ts';

/** A small vocabulary makes many phrases match. */
const WORDS = [
  'the of a I an bake bakery bakelite open openai OPENS sam rare supercalifragilistic',
  'Lütke lutke Müller mueller e-mail Wal-Mart walmart O’Reilly l’Oréal A.I. U.S. J P Morgan',
  'C++ .NET R&D & gpt4o GPT-4o 4o １２ ß İ ﬁ ½ a\u0301 \u0301 \u200d \0 😀 ｜ ｜lang｜de " *',
  '東京 人工知能 人 삼성전자 ไทยแลนด์ दिल्ली أحمد علی',
  // "c0" has the same hash (`hashOf`) as "an".
  'c0',
].flatMap((line) => line.split(' '));
const SEPARATORS = [' ', ' ', ' ', ' ', ' ', '-', '.', ', ', '\n', '\u00a0', '', '&'];
const SHOWS = 6;
const EPISODES_A_SHOW = 20;
const QUERIES = 100;

async function drawnCatalogue(random: () => number) {
  const catalogue = temporaryCatalogue();
  const of = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const word = () => WORDS[Math.floor(WORDS.length * random() ** 2)] ?? '';
  const text = (most: number) =>
    Array.from({ length: Math.ceil(random() * most) }, () => word() + of(SEPARATORS)).join('');
  for (let show = 0; show < SHOWS; show += 1) {
    const items = Array.from({ length: EPISODES_A_SHOW }, (_, at) =>
      feedItem({
        title: `${text(5)} ${at}`,
        description: text(of([5, 40, 200])),
        persons: random() < 0.3 ? [{ name: text(3), role: null }] : [],
        publishedAtMs: NOW - (show * EPISODES_A_SHOW + at) * HOUR_MS,
        transcripts: random() < 0.4 ? [{ url: 'https://show.example/t', type: '' }] : [],
      }),
    );
    const reading = readingOf(items, {
      title: text(3),
      publisher: text(3),
      language: of([...DRAWN_FACTS, null]),
    });
    await catalogue.write(() => storeFeed(`https://show.example/${show}`, reading, NOW));
  }
  const awaited = await catalogue.read(() =>
    awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: true, limit: SHOWS * EPISODES_A_SHOW }),
  );
  for (const { episodeId, ...record } of awaited) {
    const spoken = toSpokenText([{ startMs: 0, text: text(300) }]);
    await catalogue.write(() => recordTranscript(episodeId, record, spoken));
  }
  return catalogue;
}

test('a search and an alert find the same episodes for any query, but for names alone', async () => {
  const seen = { found: 0, missed: 0, spoken: 0 };
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = randomNumbers(seed);
      const catalogue = await drawnCatalogue(random);
      const queries = Array.from({ length: QUERIES }, () => drawKeywords(random, WORDS));
      const texts = createMatchedTexts();
      const all: NewEpisode[] = [];
      for await (const episode of newEpisodes(catalogue, 0, 0)) {
        texts.add(episode);
        all.push(episode);
        if (episode.said !== undefined) seen.spoken += 1;
      }
      for (const spoken of [true, false]) {
        const matched = new Map(texts.foundBy(new Set(queries.map(normalizeQuery)), spoken));
        for (const keywords of queries) {
          const limits = { limit: all.length, totalLimit: all.length };
          const { episodes } = await catalogue.query({ keywords, ...limits, spoken });
          const numbers = matched.get(normalizeQuery(keywords)) ?? [];
          const plan = planQuery(keywords);
          const told = all.filter((each) => isTold(plan, each, spoken)).map(({ link }) => link);
          expect([keywords, numbers.map((number) => all[number]?.link)]).toEqual([
            keywords,
            episodes.map(({ link }) => link).filter((link) => told.includes(link)),
          ]);
          seen[episodes.length > 0 ? 'found' : 'missed'] += 1;
        }
      }
    }),
    { numRuns: fuzzRuns(3) },
  );
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(timesSeen(50));
});
