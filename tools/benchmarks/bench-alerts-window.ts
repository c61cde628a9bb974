import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { emptyMatches, type MatchCache } from '../../functions/src/alerts/matching/match-cache.ts';
import { matchChanges, proveMatches } from '../../functions/src/alerts/matching/match-changes.ts';
import { fileObjects } from '../../functions/src/alerts/shards/object-store.ts';
import {
  emptyIndex,
  packIndex,
  unpackIndex,
} from '../../functions/src/alerts/shards/shard-index.ts';
import { WINDOW_DAYS } from '../../functions/src/alerts/matching/match-window.ts';
import { normalFormOf } from '../../functions/src/alerts/matching/saved-keywords.ts';
import type { EpisodeSource } from '../../functions/src/catalogue/changes/episode-source.ts';
import type { ChangedEpisode } from '../../functions/src/catalogue/changes/new-episode.ts';
import { DAY_MS, HOUR_MS } from '../../functions/src/contract/index.ts';
import { newEpisodes, savedKeywords } from './bench-keywords.ts';

/**
 * A shard of bench-alerts.ts over days, in its own process so that peak memory can be measured. Usage:
 * `bench-alerts-window.ts <saved keywords> <episodes a day>`. Sends a {@link WindowMeasured} to the parent process.
 */

const SEED = 20_261_124;
const EVERYBODY = { from: '', before: null };
const NOW = Date.UTC(2026, 10, 24);

const phase = z.object({
  /** Seconds of CPU time of all threads. */
  cpuSeconds: z.number(),
  episodes: z.number(),
  /**
   * Peak resident memory of the process up to the end of the phase, MiB; it includes the generated keywords.
   */
  peakMib: z.number(),
});

export const windowMeasuredSchema = z.object({
  queries: z.number(),
  /**
   * The phases: matching the whole window, matching an hour's new episodes, storing and loading, and the
   * daily proof.
   */
  first: phase,
  hour: phase,
  stored: phase,
  proof: phase,
  storedMib: z.number(),
  differed: z.number(),
});

export type Phase = z.infer<typeof phase>;
type WindowMeasured = z.infer<typeof windowMeasuredSchema>;

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const SAMPLE = newEpisodes(10_000, SEED);

/** Generated episodes in the order in which they are stored; their texts are those of {@link SAMPLE}. */
function* published(count: number, firstId: number, sinceMs: number, untilMs: number) {
  for (let number = 0; number < count; number += 1) {
    const id = firstId + number;
    const storedMs = Math.floor(sinceMs + ((untilMs - sinceMs) * number) / count);
    const { title = '', podcast = '', ...texts } = SAMPLE[id % SAMPLE.length] ?? {};
    const address = `https://feeds.example/${id % 100_000}/episodes/${id}`;
    const episode: ChangedEpisode = {
      id,
      changedAtMs: storedMs,
      pubDateMs: storedMs - HOUR_MS,
      ingestedAtMs: storedMs,
      publisher: '',
      description: '',
      ...texts,
      title,
      podcast,
      key: address,
      item: `https://feeds.example/${id % 100_000} ${id}`,
      link: address,
      image: '',
      copies: { keys: [id, id + 1], ofAudio: [id], audio: id, group: null, feedId: 1 },
    };
    yield episode;
  }
}

async function measure(saved: number, aDay: number): Promise<WindowMeasured> {
  const keys = new Map(
    savedKeywords(saved, SAMPLE, SEED).map((keyword) => [
      normalFormOf({ keyword }),
      NOW - 30 * DAY_MS,
    ]),
  );
  keys.delete('');
  const sinceMs = NOW - WINDOW_DAYS * DAY_MS + HOUR_MS;
  let untilMs = NOW;
  const source: EpisodeSource = {
    // eslint-disable-next-line @typescript-eslint/require-await
    async *changedEpisodes(changedSinceMs) {
      if (changedSinceMs < sinceMs) yield* published(WINDOW_DAYS * aDay, 1, sinceMs, NOW);
      if (untilMs > NOW)
        yield* published(Math.round(aDay / 24), WINDOW_DAYS * aDay + 1, NOW, untilMs);
    },
    beginning: () => Promise.resolve({ catalogue: 'drawn', begunAtMs: 0 }),
    lastChangeMs: () => Promise.resolve(untilMs),
    episodesWithIds: () => Promise.resolve([]),
  };
  async function timed<T>(work: () => T | Promise<T>): Promise<[T, Omit<Phase, 'episodes'>]> {
    const started = cpuSeconds();
    const done = await work();
    const spent = cpuSeconds() - started;
    const peakMib = process.resourceUsage().maxRSS / 1024;
    return [done, { cpuSeconds: spent, peakMib }];
  }

  let cache: MatchCache = emptyMatches();
  const run = (number: number) =>
    matchChanges(cache, source, keys, { run: number, nowMs: untilMs });
  const [read, first] = await timed(() => run(1));
  untilMs += HOUR_MS;
  const [readInHour, hour] = await timed(() => run(2));
  let storedBytes = 0;
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'));
  const objects = fileObjects(folder);
  const [loaded, stored] = await timed(async () => {
    const pieces = packIndex({ ...emptyIndex(), matches: cache }, 0, EVERYBODY);
    await objects.write('shard-0', pieces, null);
    cache = emptyMatches();
    const index = await objects.read('shard-0');
    storedBytes = index?.bytes?.length ?? 0;
    return index?.bytes ? unpackIndex(index.bytes, 0, EVERYBODY)?.matches : undefined;
  });
  await rm(folder, { recursive: true });
  if (loaded === undefined) throw new Error('The index cannot be read');
  cache = loaded;
  const [differed, proof] = await timed(() =>
    proveMatches(cache, source, { run: 2, nowMs: untilMs }),
  );
  const all = read.episodes + readInHour.episodes;
  return {
    queries: keys.size,
    storedMib: storedBytes / 2 ** 20,
    differed,
    first: { ...first, episodes: read.episodes },
    hour: { ...hour, episodes: readInHour.episodes },
    stored: { ...stored, episodes: 0 },
    proof: { ...proof, episodes: all },
  };
}

if (process.send) {
  const [saved = 0, aDay = 0] = process.argv.slice(2).map(Number);
  process.send(await measure(saved, aDay));
}
