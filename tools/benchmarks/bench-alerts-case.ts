import * as z from 'zod';
import { normalFormOf } from '../../functions/src/alerts/match/saved-keywords.ts';
import { openMatchedTexts } from '../../functions/src/catalogue/engines/sqlite/match-texts.ts';
import { normalizeKeyword } from '../../functions/src/query/normalize-query.ts';
import type { SearchedTexts } from '../../functions/src/query/fields.ts';
import { matchesQuery } from '../../functions/src/query/match-query.ts';
import { planQuery } from '../../functions/src/query/plan-query.ts';
import { newEpisodes, savedKeywords, withQueries } from './bench-keywords.ts';

/**
 * One case of bench-alerts.ts, in its own process so that peak memory can be measured. Usage:
 * `bench-alerts-case.ts <saved keywords> <episodes> <queries>`; if <queries> is not 0, every tenth keyword
 * is a query. Sends a {@link Measured} to the parent process. `--against` runs this file of other commits: keep its
 * arguments and the names of its figures.
 */

const SEED = 20_261_121;
/**
 * Numbers of keywords and episodes in the sample for the naive loop, whose time is extrapolated: on all it
 * would take hours.
 */
const SAMPLE_KEYWORDS = 500;
const SAMPLE_EPISODES = 500;
/** Of the sample, the keywords whose matches are compared with the reference. */
const CHECKED_KEYWORDS = 50;

export const measuredSchema = z.object({
  distinct: z.number(),
  /** Number of pairs of a saved keyword and a matching episode. The matcher itself keeps no list of pairs. */
  pairs: z.number(),
  /** Milliseconds of CPU time of all threads, for each phase. */
  normalizeMs: z.number(),
  buildMs: z.number(),
  matchMs: z.number(),
  wallMs: z.number(),
  /** Peak resident memory of the process in MiB, including the generated keywords and episodes. */
  peakMib: z.number(),
  /** Milliseconds of CPU time of the naive loop, extrapolated from the sample. */
  naiveMs: z.number(),
});

export type Measured = z.infer<typeof measuredSchema>;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

type Saved = ReturnType<typeof withQueries>[number];

function measure(saved: readonly Saved[], episodes: readonly SearchedTexts[]): Measured {
  const started = performance.now();
  const clock = [cpuMs()];
  const indexes = new Map<string, number>();
  const formOfRow = Uint32Array.from(saved, (alert) => {
    const normal = normalFormOf(alert);
    const known = indexes.get(normal);
    if (known !== undefined) return known;
    indexes.set(normal, indexes.size);
    return indexes.size - 1;
  });
  clock.push(cpuMs());
  const texts = openMatchedTexts();
  episodes.forEach((episode) => texts.add(episode));
  clock.push(cpuMs());
  const found = new Map(texts.foundBy(indexes.keys(), true));
  clock.push(cpuMs());
  const wallMs = performance.now() - started;
  const peakMib = process.resourceUsage().maxRSS / 1024;

  const [start = 0, normalized = 0, built = 0, matched = 0] = clock;
  const forms = [...indexes.keys()];
  const foundAt = (form = -1) => found.get(forms[form] ?? '') ?? [];
  return {
    distinct: indexes.size,
    pairs: formOfRow.reduce((sum, form) => sum + foundAt(form).length, 0),
    normalizeMs: normalized - start,
    buildMs: built - normalized,
    matchMs: matched - built,
    wallMs,
    peakMib,
    naiveMs: naiveLoop(saved, episodes, (index) => foundAt(formOfRow[index])),
  };
}

/**
 * Searches every text of the sample for every keyword of the sample, in no other spelling. Throws if the
 * matcher's matches of {@link CHECKED_KEYWORDS} keywords differ from those of the reference (`matchesQuery`).
 */
function naiveLoop(
  saved: readonly Saved[],
  episodes: readonly SearchedTexts[],
  foundBy: (index: number) => readonly number[],
): number {
  const alerts = saved.slice(0, SAMPLE_KEYWORDS);
  const episodeSample = episodes.slice(0, SAMPLE_EPISODES);
  const start = cpuMs();
  const normalTexts = episodeSample.map(({ title, podcast, publisher, description }) =>
    [title, podcast, publisher, description].map((text) => ` ${normalizeKeyword(text)} `),
  );
  let pairs = 0;
  for (const { keyword } of alerts.filter(({ language }) => language === undefined)) {
    const phrase = ` ${normalizeKeyword(keyword)} `;
    for (const texts of normalTexts) if (texts.some((text) => text.includes(phrase))) pairs += 1;
  }
  const tookMs = cpuMs() - start;
  if (pairs === 0) throw new Error('no keyword of the sample is in a text');

  for (const [index, { keyword }] of alerts.slice(0, CHECKED_KEYWORDS).entries()) {
    const found = foundBy(index).filter((episode) => episode < episodeSample.length);
    requireSame(keyword, found, episodeSample);
  }
  return tookMs * (saved.length / alerts.length) * (episodes.length / episodeSample.length);
}

function requireSame(
  query: string,
  found: readonly number[],
  episodes: readonly SearchedTexts[],
): void {
  const plan = planQuery([query]);
  const held = [...episodes.keys()].filter((index) => {
    const episode = episodes[index];
    return plan !== null && episode !== undefined && matchesQuery(plan, episode);
  });
  if (held.join() !== found.join())
    throw new Error(`${query}: ${held.join()}, not ${found.join()}`);
}

if (process.send) {
  const [count = 0, episodes = 0, queries = 0] = process.argv.slice(2).map(Number);
  const texts = newEpisodes(episodes, SEED);
  const saved = savedKeywords(count, texts, SEED);
  const alerts = queries > 0 ? withQueries(saved) : saved.map((keyword) => ({ keyword }));
  process.send(measure(alerts, texts));
}
