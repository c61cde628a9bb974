import pLimit from 'p-limit';
import type { Preferences } from '../contract/index.ts';
import { log } from '../platform/log.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { type Digest, digestId } from './digest.ts';
import { dueSlot, latestSlot } from './due-slot.ts';
import { matchEverybody, type PersonNews } from './match-everybody.ts';
import type { NewEpisode } from '../catalogue/read-new-episodes.ts';
import type { OutboxStore } from './outbox-store.ts';
import { planDigest } from './plan-digest.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days after its storing that an episode is looked at; the weekly digest needs eight. */
export const WINDOW_DAYS = 8;
/** What was published longer before it was stored is old: a feed newly followed, a catalogue built anew. */
export const NEWS_DAYS = 7;

/** How far behind its slot a digest looks: a refresh may take effect after the run it belongs to. */
const OVERLAP_MS = DAY_MS;

const PEOPLE_AT_ONCE = 200;
const DIGESTS_AT_ONCE = 24;

export interface RunParts {
  store: OutboxStore;
  queue: DeliveryQueue;
  /** What was stored and published at these moments or later, epoch milliseconds. */
  newEpisodes: (sinceMs: number, publishedSinceMs: number) => Iterable<NewEpisode>;
}

export interface RunSummary {
  /** People with news, be they due or not. */
  matched: number;
  due: number;
  created: number;
  failed: number;
}

/**
 * One run: digests for everybody who has news and is due, each with a task that mails it. Safe to
 * repeat, also at the same time: a digest is made once a slot, and the ledger keeps an episode from
 * going into two. The moment of the last run moves on only when everything is written; until then
 * the next run does the same slots again. Throws after the work for all others is done when that for
 * somebody failed.
 * @param everyoneDue Has everybody with news due now, whatever they chose, save who paused.
 */
export async function sendAlerts(
  parts: RunParts,
  nowMs: number,
  everyoneDue = false,
): Promise<RunSummary> {
  const { store } = parts;
  const summary: RunSummary = { matched: 0, due: 0, created: 0, failed: 0 };
  const lastRunAtMs = (await store.lastRunAtMs()) ?? nowMs - HOUR_MS;
  const sinceMs = nowMs - WINDOW_DAYS * DAY_MS;
  const episodes = newsAmong(parts.newEpisodes(sinceMs, sinceMs - NEWS_DAYS * DAY_MS));
  const run: Run = {
    nowMs,
    lastRunAtMs,
    sinceMs,
    everyoneDue,
    slotsOf: slotsOfRun(lastRunAtMs, nowMs),
  };
  const everybody = await matchEverybody(store.activeAlerts(), episodes);
  summary.matched = everybody.length;

  const limit = pLimit(DIGESTS_AT_ONCE);
  for (let start = 0; start < everybody.length; start += PEOPLE_AT_ONCE) {
    const batch = everybody.slice(start, start + PEOPLE_AT_ONCE);
    const preferences = await store.preferencesOf(batch.map(({ uid }) => uid));
    const work = batch.map((news, index) =>
      limit(async () => {
        const chosen = preferences[index];
        const wish = chosen && dueWish(chosen, run);
        if (!wish) return;
        summary.due += 1;
        try {
          if (await sendTo(parts, news, wish, nowMs)) summary.created += 1;
        } catch (error) {
          summary.failed += 1;
          log('error', 'digest-not-created', { uid: news.uid, error: nameOf(error) });
        }
      }),
    );
    await Promise.all(work);
  }
  if (summary.failed > 0) {
    throw new Error(`${summary.failed} of ${summary.due} digests could not be created`);
  }
  await store.setLastRunAtMs(nowMs);
  return summary;
}

interface Run {
  nowMs: number;
  lastRunAtMs: number;
  /** Nothing stored before is looked at. */
  sinceMs: number;
  everyoneDue: boolean;
  slotsOf: (preferences: Preferences) => Slots;
}

interface Slots {
  /** The slot the run has to serve, or null. */
  dueMs: number | null;
  /** The one before it. */
  previousMs: number | null;
}

/** Slots by rhythm: calendars are slow (0.1 ms), and most people share a zone and an hour. */
function slotsOfRun(lastRunAtMs: number, nowMs: number): Run['slotsOf'] {
  const known = new Map<string, Slots>();
  return (preferences) => {
    const { cadence, hour, weekday, timeZone } = preferences;
    const rhythm = `${cadence} ${hour} ${weekday} ${timeZone}`;
    let slots = known.get(rhythm);
    if (slots === undefined) {
      const dueMs = dueSlot(preferences, lastRunAtMs, nowMs);
      slots = { dueMs, previousMs: dueMs && latestSlot(preferences, dueMs - 1) };
      known.set(rhythm, slots);
    }
    return slots;
  };
}

function* newsAmong(episodes: Iterable<NewEpisode>): Generator<NewEpisode> {
  for (const episode of episodes) {
    if (episode.pubDateMs >= episode.ingestedAtMs - NEWS_DAYS * DAY_MS) yield episode;
  }
}

/** Which digest is due to a person, and from when on news may still be untold; epoch milliseconds. */
interface Due {
  cadence: Digest['cadence'];
  slotMs: number;
  fromMs: number;
}

/**
 * Windows are generous, because the ledger decides. After a change of preferences the slots before
 * were of another rhythm, so all there is is looked at.
 */
function dueWish(
  preferences: Preferences,
  { nowMs, lastRunAtMs, sinceMs, everyoneDue, slotsOf }: Run,
): Due | null {
  const { cadence, updatedAtMs } = preferences;
  if (cadence === 'paused') return null;
  if (everyoneDue) return { cadence, slotMs: nowMs, fromMs: sinceMs };
  const { dueMs: slotMs, previousMs } = slotsOf(preferences);
  if (slotMs === null) return null;
  if ((updatedAtMs ?? 0) >= sinceMs) return { cadence, slotMs, fromMs: sinceMs };
  const fromMs = Math.max(sinceMs, Math.min(previousMs ?? sinceMs, lastRunAtMs) - OVERLAP_MS);
  return { cadence, slotMs, fromMs };
}

async function sendTo(
  { store, queue }: RunParts,
  { uid, news }: PersonNews,
  { cadence, slotMs, fromMs }: Due,
  nowMs: number,
): Promise<boolean> {
  const candidates = news
    .map(({ episodes, ...alert }) => ({
      ...alert,
      episodes: episodes.filter(({ ingestedAtMs }) => ingestedAtMs >= fromMs),
    }))
    .filter(({ episodes }) => episodes.length > 0);
  if (candidates.length === 0) return false;
  const id = digestId(uid, slotMs);
  const outcome = await store.createDigest(id, uid, (ledger) =>
    planDigest({ uid, slotMs, cadence, news: candidates, ledger, nowMs }),
  );
  if (outcome !== 'created') return false;
  try {
    await queue.enqueue(id, 'first');
  } catch (error) {
    // The digest is made: `resumeDigests` queues its task within minutes.
    log('warn', 'digest-not-queued', { digestId: id, error: nameOf(error) });
  }
  return true;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
