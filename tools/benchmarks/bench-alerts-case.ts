import * as z from 'zod';
import { normaliseKeyword } from '../../functions/src/keywords/keyword-expression.ts';
import {
  createMatcher,
  type KeywordMatcher,
  type SearchedTexts,
} from '../../functions/src/alerts/matching/match-keywords.ts';
import { newEpisodes, savedKeywords } from './bench-keywords.ts';

/**
 * One case of bench-alerts.ts in a process of its own, for the sake of its memory:
 * `bench-alerts-case.ts <saved keywords> <episodes>`. Sends what it measured.
 */

const SEED = 20_261_121;
/** The naive loop takes hours: so many saved keywords and episodes of it are done. */
const SAMPLE_KEYWORDS = 500;
const SAMPLE_EPISODES = 500;

export const measuredSchema = z.object({
  distinct: z.number(),
  /** Pairs of saved keyword and episode, as they would be if all were written down. */
  pairs: z.number(),
  /** Milliseconds of processor time, all threads: bringing keywords into their normal form, building the tree, matching. */
  normaliseMs: z.number(),
  buildMs: z.number(),
  matchMs: z.number(),
  /** Milliseconds on the clock of all three. */
  wallMs: z.number(),
  /** Most memory the process ever had, with keywords, episodes and generator, in MiB. */
  peakMib: z.number(),
  /** Milliseconds the naive loop would take for everything, reckoned from the sample. */
  naiveMs: z.number(),
});

export type Measured = z.infer<typeof measuredSchema>;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function measure(saved: readonly string[], episodes: readonly SearchedTexts[]): Measured {
  const started = performance.now();
  const clock = [cpuMs()];
  const places = new Map<string, number>();
  const placeOfRow = Uint32Array.from(saved, (keyword) => {
    const normal = normaliseKeyword(keyword);
    const known = places.get(normal);
    if (known !== undefined) return known;
    places.set(normal, places.size);
    return places.size - 1;
  });
  clock.push(cpuMs());
  const matcher = createMatcher(places.keys());
  clock.push(cpuMs());
  // By keyword, not by person: who saved it matters only when a digest is made.
  const found: number[][] = [];
  for (const [index, episode] of episodes.entries()) {
    for (const place of matcher.match(episode)) (found[place] ??= []).push(index);
  }
  clock.push(cpuMs());
  const wallMs = performance.now() - started;
  const peakMib = process.resourceUsage().maxRSS / 1024;

  const [start = 0, normalised = 0, built = 0, matched = 0] = clock;
  return {
    distinct: places.size,
    pairs: placeOfRow.reduce((sum, place) => sum + (found[place]?.length ?? 0), 0),
    normaliseMs: normalised - start,
    buildMs: built - normalised,
    matchMs: matched - built,
    wallMs,
    peakMib,
    naiveMs: naiveLoop(saved, episodes, matcher, [...places.keys()]),
  };
}

/** Every saved keyword looked for in every text. Throws when it finds other pairs than the matcher. */
function naiveLoop(
  saved: readonly string[],
  episodes: readonly SearchedTexts[],
  matcher: KeywordMatcher,
  keywords: readonly string[],
): number {
  const keywordSample = saved.slice(0, SAMPLE_KEYWORDS);
  const episodeSample = episodes.slice(0, SAMPLE_EPISODES);
  const start = cpuMs();
  const normalTexts = episodeSample.map(({ title, podcast, publisher, description }) =>
    [title, podcast, publisher, description].map((text) => ` ${normaliseKeyword(text)} `),
  );
  let pairs = 0;
  for (const keyword of keywordSample) {
    const phrase = ` ${normaliseKeyword(keyword)} `;
    for (const texts of normalTexts) if (texts.some((text) => text.includes(phrase))) pairs += 1;
  }
  const tookMs = cpuMs() - start;

  const rowsOf = new Map<string, number>();
  for (const keyword of keywordSample.map(normaliseKeyword)) {
    rowsOf.set(keyword, (rowsOf.get(keyword) ?? 0) + 1);
  }
  const expected = episodeSample
    .flatMap((episode) => matcher.match(episode))
    .reduce((sum, place) => sum + (rowsOf.get(keywords[place] ?? '') ?? 0), 0);
  if (pairs !== expected) throw new Error(`naive ${pairs} pairs, matcher ${expected}`);
  return tookMs * (saved.length / keywordSample.length) * (episodes.length / episodeSample.length);
}

if (process.send) {
  const [saved = 0, episodes = 0] = process.argv.slice(2).map(Number);
  const texts = newEpisodes(episodes, SEED);
  process.send(measure(savedKeywords(saved, texts, SEED), texts));
}
