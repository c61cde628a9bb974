import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serialize } from 'node:v8';
import * as z from 'zod';
import { newestChange, type Cursor } from '../../functions/src/alerts/match/match-changes.ts';
import { storeMatches } from '../../functions/src/alerts/plan/store-matches.ts';
import type { MatchStore } from '../../functions/src/alerts/outbox/match-store.ts';
import type { ActiveAlert } from '../../functions/src/alerts/alert-record.ts';
import { fileObjects } from '../../functions/src/catalogue/file/object-store.ts';
import {
  applyChanges,
  emptyIndex,
  packIndex,
  unpackIndex,
} from '../../functions/src/alerts/match/shard-index.ts';
import { WINDOW_DAYS } from '../../functions/src/alerts/match/match-window.ts';
import type { EpisodeSource } from '../../functions/src/catalogue/store/episode-source.ts';
import type { ChangedEpisode } from '../../functions/src/catalogue/store/new-episode.ts';
import { DAY_MS, HOUR_MS, MAX_MATCHES_A_DAY } from '../../functions/src/contract/index.ts';
import { newEpisodes, savedKeywords } from './bench-keywords.ts';

/**
 * Measures one shard for bench-alerts.ts over days, in its own process because it reports peak memory. Usage:
 * `bench-alerts-window.ts <saved keywords> <episodes a day>`. Sends a {@link WindowMeasured} to the parent process.
 */

const SEED = 20_261_124;
/** A run stores the matches of so many episodes at a time, and the window of 17 days has more. */
const FIRST_EPISODES = 50_000;
const EVERYBODY = { from: '', before: null };
const NOW = Date.UTC(2026, 10, 24);

const phase = z.object({
  /** CPU time of all threads, except for storing matches. */
  cpuSeconds: z.number(),
  /** CPU time of writing matches, which Firestore's client does in a deployment. */
  storeSeconds: z.number(),
  episodes: z.number(),
  /** Peak at the end of the phase. Includes generated keywords. */
  peakMib: z.number(),
});

export const windowMeasuredSchema = z.object({
  people: z.number(),
  /** Matching as many episodes as a run stores at a time. */
  first: phase,
  /** Matching an hour's new episodes. */
  hour: phase,
  /** Storing and loading the index. */
  stored: phase,
  storedMib: z.number(),
  /** Number of people with a match among the hour's new episodes. */
  matched: z.number(),
});

export type Phase = z.infer<typeof phase>;
type WindowMeasured = z.infer<typeof windowMeasuredSchema>;

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const SAMPLE = newEpisodes(10_000, SEED);

/** Generates episodes with the texts of {@link SAMPLE}, in the order in which they are stored. */
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

const ALERTS_A_PERSON = 5;

function peopleWith(keywords: readonly string[]) {
  const alerts = keywords.map((keyword, index): ActiveAlert => {
    const uid = `person-${Math.floor(index / ALERTS_A_PERSON)}`;
    return {
      uid,
      alertId: `${index % ALERTS_A_PERSON}-${uid}`,
      keyword,
      sinceMs: NOW - 30 * DAY_MS,
    };
  });
  const index = emptyIndex();
  applyChanges(index, { alerts, people: [] }, EVERYBODY);
  return index;
}

/** Serializes the facts of matches and counts its own CPU time, so that it can be subtracted. Keeps nothing, as Firestore's client. */
function countedStore() {
  const storedOf = new Map<string, number>();
  const spent = { seconds: 0 };
  function counted(work: () => unknown): void {
    const started = cpuSeconds();
    work();
    spent.seconds += cpuSeconds() - started;
  }
  /** Texts around matches are extracted only if `isShown`, because the whole window at once would take minutes. */
  const state = { isShown: false };
  const store: MatchStore = {
    sentLogs: () => Promise.resolve(new Map()),
    roomForMatches: (uid) => Promise.resolve(MAX_MATCHES_A_DAY - (storedOf.get(uid) ?? 0)),
    // No run reads an episode of an earlier one, so every match is missing.
    async addMatches(uid, { matches, show }) {
      if (state.isShown) await show(matches);
      counted(() => matches.forEach(({ facts }) => serialize(facts)));
      storedOf.set(uid, (storedOf.get(uid) ?? 0) + matches.length);
      return new Set(matches.flatMap(({ to }) => to));
    },
  };
  const nextDay = () => storedOf.clear();
  return { store, spent, state, nextDay };
}

async function measure(saved: number, aDay: number): Promise<WindowMeasured> {
  const index = peopleWith(savedKeywords(saved, SAMPLE, SEED));
  const { store, spent: ofStore, state, nextDay } = countedStore();
  const sinceMs = NOW - WINDOW_DAYS * DAY_MS + HOUR_MS;
  const before = Math.min(WINDOW_DAYS * aDay, FIRST_EPISODES);
  let untilMs = NOW;
  const source: EpisodeSource = {
    // eslint-disable-next-line @typescript-eslint/require-await
    async *changedEpisodes(changedSinceMs) {
      if (changedSinceMs < sinceMs) yield* published(before, 1, sinceMs, NOW);
      if (untilMs > NOW) yield* published(Math.round(aDay / 24), before + 1, NOW, untilMs);
    },
    beginning: () => Promise.resolve({ catalogue: 'drawn', begunAtMs: 0 }),
    lastChangeMs: () => Promise.resolve(untilMs),
    blockedShows: () => Promise.resolve(new Set()),
    episodesWithIds: (ids) => Promise.resolve(ids.flatMap((id) => [...published(1, id, NOW, NOW)])),
  };
  async function timed<T>(work: () => Promise<T>): Promise<[T, Omit<Phase, 'episodes'>]> {
    const started = cpuSeconds();
    const storedBefore = ofStore.seconds;
    const done = await work();
    const storeSeconds = ofStore.seconds - storedBefore;
    const peakMib = process.resourceUsage().maxRSS / 1024;
    return [done, { cpuSeconds: cpuSeconds() - started - storeSeconds, storeSeconds, peakMib }];
  }

  let since: Cursor | null = null;
  const run = async () => {
    const until = await newestChange(source);
    const stored = await storeMatches({ store }, index, {
      catalogue: source,
      since,
      until,
      nowMs: untilMs,
      lastRunAtMs: null,
    });
    since = until;
    return stored;
  };
  const [read, first] = await timed(run);
  untilMs += HOUR_MS;
  state.isShown = true;
  nextDay();
  const [readInHour, hour] = await timed(run);
  let storedBytes = 0;
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'));
  const objects = fileObjects(folder);
  const [loaded, stored] = await timed(async () => {
    await objects.write('shard-0', packIndex(index, 0, EVERYBODY), null);
    const found = await objects.read('shard-0');
    storedBytes = found?.bytes?.length ?? 0;
    return found?.bytes ? unpackIndex(found.bytes, 0, EVERYBODY) : null;
  });
  await rm(folder, { recursive: true });
  if (loaded?.people.size !== index.people.size) throw new Error('The index cannot be read');
  return {
    people: index.people.size,
    storedMib: storedBytes / 2 ** 20,
    matched: readInHour.recipients.size,
    first: { ...first, episodes: read.episodes },
    hour: { ...hour, episodes: readInHour.episodes },
    stored: { ...stored, episodes: 0 },
  };
}

if (process.send) {
  const [saved = 0, aDay = 0] = process.argv.slice(2).map(Number);
  process.send(await measure(saved, aDay));
}
