import pLimit from 'p-limit';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { NewEpisode, NewEpisodes } from '../../catalogue/new-episode.ts';
import { log } from '../../platform/log.ts';
import type { DeliveryQueue } from '../outbox/delivery-queue.ts';
import { digestId } from '../outbox/digest.ts';
import { type Due, dueWishes } from './due-wish.ts';
import { matchAlerts, type PersonNews } from '../matching/match-alerts.ts';
import { isNews, NEWS_DAYS, WINDOW_DAYS } from '../matching/news-time.ts';
import { oddHoursSince } from './odd-hours.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { planDigest } from './plan-digest.ts';
import { MAX_MISSED, type MissedSlot, progressAfter } from './run-progress.ts';
import { type LeftOut, savedKeywords } from '../matching/saved-keywords.ts';

const PEOPLE_AT_ONCE = 200;
const DIGESTS_AT_ONCE = 24;
/** After this a missed slot is tried again by the runs of everybody alone, once an hour. */
const TRIED_OFTEN_FOR_MS = 2 * HOUR_MS;

export interface RunParts {
  store: OutboxStore;
  queue: DeliveryQueue;
  /**
   * What was stored and published at these moments or later, epoch milliseconds. Asked for only when
   * somebody may be due.
   */
  newEpisodes: (sinceMs: number, publishedSinceMs: number) => Promise<NewEpisodes>;
}

export interface RunSummary {
  /** Whether everybody was looked at, or only those who can be due between two full hours. */
  everybody: boolean;
  /** People with news among those looked at, be they due or not. */
  matched: number;
  due: number;
  created: number;
  /** People whose next digest waits until the one before it has been sent. */
  waiting: number;
  failed: number;
}

/**
 * One run: digests for everybody who has news and is due, each with a task that mails it. Safe to
 * repeat, also at the same time: a digest is made once a slot, and the ledger keeps an episode from
 * going into two. The first run after each full hour of UTC looks at everybody; the others only at
 * people whose clocks show a full hour in between, and at those whose slot was missed.
 *
 * Who fails costs nobody else anything: their slot is noted as missed, together with the moment of the
 * run, and the next runs try it again. When more than {@link MAX_MISSED} fail, or the run ends before,
 * nothing is noted, and the next run does the same slots again; then it throws.
 * @param everyoneDue Has everybody with news due now, whatever they chose, save who paused.
 */
export async function createDigests(
  parts: RunParts,
  nowMs: number,
  everyoneDue = false,
): Promise<RunSummary> {
  const { store } = parts;
  const { lastRunAtMs: last, missed } = await store.progress();
  // A clock that was ahead has left a moment that is still to come.
  const lastRunAtMs = last !== null && last <= nowMs ? last : nowMs - HOUR_MS;
  const everybody = everyoneDue || hourOf(nowMs) > hourOf(lastRunAtMs);
  const retried = everybody
    ? missed
    : missed.filter(({ slotMs }) => slotMs > nowMs - TRIED_OFTEN_FOR_MS);
  const summary = { everybody, matched: 0, due: 0, created: 0, waiting: 0, failed: 0 };

  const uids = everybody ? null : await somePeople(store, lastRunAtMs, nowMs, retried);
  if (uids?.length === 0) return summary;
  const people = await peopleWithNews(parts, uids, nowMs);
  summary.matched = people.length;

  const dueWish = dueWishes({ lastRunAtMs, nowMs, everyoneDue });
  const missedSlotOf = new Map(retried.map(({ uid, slotMs }) => [uid, slotMs]));
  const failed: MissedSlot[] = [];
  const limit = pLimit(DIGESTS_AT_ONCE);
  for (let start = 0; start < people.length; start += PEOPLE_AT_ONCE) {
    const batch = people.slice(start, start + PEOPLE_AT_ONCE);
    const preferences = await store.preferencesOf(batch.map(({ uid }) => uid));
    await limit.map(batch, async (person, index) => {
      const { uid } = person;
      const chosen = preferences[index];
      const due = chosen && dueWish(chosen, missedSlotOf.get(uid));
      if (!due) return;
      summary.due += 1;
      try {
        const outcome = await sendTo(parts, person, due, nowMs);
        if (outcome === 'created') summary.created += 1;
        if (outcome === 'waits') summary.waiting += 1;
      } catch (error) {
        failed.push({ uid, slotMs: due.slotMs });
        log('error', 'digest-not-created', { uid, error: nameOf(error) });
      }
    });
  }
  summary.failed = failed.length;
  if (failed.length > MAX_MISSED) {
    throw new Error(`${failed.length} of ${summary.due} digests could not be created`);
  }
  const result = { tried: retried, failed, servedUntilMs: everybody ? nowMs : null };
  await store.changeProgress((before) => progressAfter(before, result, nowMs));
  return summary;
}

function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS);
}

/** Who can be due although no full hour of UTC has begun since the run of everybody. */
async function somePeople(
  store: OutboxStore,
  lastRunAtMs: number,
  nowMs: number,
  missed: readonly MissedSlot[],
): Promise<string[]> {
  const found = await Promise.all(
    oddHoursSince(lastRunAtMs, nowMs).map((chosen) => store.peopleAt(chosen)),
  );
  return [...new Set([...found.flat(), ...missed.map(({ uid }) => uid)])];
}

/** @param uids Whose alerts to look at; null for everybody's. */
async function peopleWithNews(
  { store, newEpisodes }: RunParts,
  uids: readonly string[] | null,
  nowMs: number,
): Promise<PersonNews[]> {
  const leftOut: LeftOut = { people: 0, alerts: 0 };
  const alerts = uids === null ? store.activeAlerts() : store.activeAlertsOf(uids);
  const sinceMs = nowMs - WINDOW_DAYS * DAY_MS;
  const episodes = await newEpisodes(sinceMs, sinceMs - NEWS_DAYS * DAY_MS);
  const people = await matchAlerts(savedKeywords(alerts, leftOut), newsAmong(episodes));
  if (leftOut.people > 0) log('warn', 'alerts-over-limit', { ...leftOut });
  return people;
}

async function* newsAmong(episodes: NewEpisodes): AsyncGenerator<NewEpisode> {
  for await (const episode of episodes) if (isNews(episode)) yield episode;
}

async function sendTo(
  { store, queue }: RunParts,
  { uid, news }: PersonNews,
  { cadence, slotMs, fromMs }: Due,
  nowMs: number,
): Promise<'created' | 'exists' | 'nothing' | 'waits'> {
  const candidates = news
    .map(({ episodes, ...keyword }) => ({
      ...keyword,
      episodes: episodes.filter(({ ingestedAtMs }) => ingestedAtMs >= fromMs),
    }))
    .filter(({ episodes }) => episodes.length > 0);
  if (candidates.length === 0) return 'nothing';
  const id = digestId(uid, slotMs);
  const outcome = await store.createDigest({
    id,
    uid,
    // After an outage, hour after hour would otherwise arrive in one minute.
    waitForLast: cadence === 'hourly',
    decide: (ledger) => planDigest({ uid, slotMs, cadence, news: candidates, ledger, nowMs }),
  });
  if (outcome !== 'created') return outcome;
  try {
    await queue.enqueue(id, 'first');
  } catch (error) {
    // The digest is made: `resumeDigests` queues its task within minutes.
    log('warn', 'digest-not-queued', { digestId: id, error: nameOf(error) });
  }
  return outcome;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
