import { normalFormOf } from '../../functions/src/alerts/match/saved-keywords.ts';
import { createMatchedTexts } from '../../functions/src/alerts/match/match-texts.ts';
import { newEpisodes, savedKeywords } from './bench-keywords.ts';

/**
 * Measures one case of bench-alerts.ts in its own process, because it reports peak memory. Usage:
 * `bench-alerts-case.ts <saved keywords> <episodes>`. `--against` runs this file of other commits, so keep its
 * arguments and the names of its figures. Times are CPU time of all threads.
 */

const SEED = 20_261_121;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function measure(savedCount: number, episodeCount: number) {
  const episodes = newEpisodes(episodeCount, SEED);
  const saved = savedKeywords(savedCount, episodes, SEED);
  const startMs = cpuMs();
  const alertsOf = new Map<string, number>();
  for (const keyword of saved) {
    const normal = normalFormOf({ keyword });
    alertsOf.set(normal, (alertsOf.get(normal) ?? 0) + 1);
  }
  const normalizedMs = cpuMs();
  const texts = createMatchedTexts();
  for (const episode of episodes) texts.add(episode);
  const builtMs = cpuMs();
  const found = new Map(texts.foundBy(alertsOf.keys(), true));
  const matchedMs = cpuMs();
  let pairs = 0;
  for (const [normal, alerts] of alertsOf) pairs += alerts * (found.get(normal)?.length ?? 0);
  return {
    normalizeMs: normalizedMs - startMs,
    buildMs: builtMs - normalizedMs,
    matchMs: matchedMs - builtMs,
    // Peak of the process, including the generated keywords and episodes.
    peakMib: process.resourceUsage().maxRSS / 1024,
    pairs,
  };
}

const [savedCount = 0, episodeCount = 0] = process.argv.slice(2).map(Number);
process.send?.(measure(savedCount, episodeCount));
