import { DAY_MS } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import type { WritableCatalogue } from '../../catalogue/catalogue.ts';
import {
  chosenEpisodes,
  type EpisodeKey,
  feedsTitled,
  forgetTranscribed,
  TRANSCRIBED_WITHIN_MS,
  recordTranscribed,
  untranscribedEpisodes,
} from '../../catalogue/store/transcription-store.ts';
import {
  type ExplainedEpisode,
  explainUntranscribed,
} from '../../catalogue/store/untranscribed-store.ts';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import { changeLedger, readLedger } from '../ledger/ledger-store.ts';
import { isDue, isStopped, type Ledger, sentParts } from '../ledger/ledger.ts';
import { removeJobData } from '../runs/transcription-run.ts';
import { jobKey, readText } from '../runs/transcribed-text.ts';
import { endJob } from '../runs/job-changes.ts';
import type { TranscriptionSettings } from '../services/services.ts';
import { chooseEpisodes, openEpisodes, recentFeeds } from './choose-episodes.ts';
import type { TranscriptionRequest } from './in-turns.ts';
import { whyNotChosen, whyOfJob } from './why-untranscribed.ts';

/** A paid transcript is stored for this long after its job, even if the catalogue is lost. */
const KEPT_MS = 60 * DAY_MS;
/** A failed job is stored until its episode is too old to be chosen again. */
const FAILED_KEPT_MS = TRANSCRIBED_WITHIN_MS + DAY_MS;
/** Not by date: after a clock that was ahead, the days that were spent still count. */
const MAX_DAYS = 60;

/** Who asks for which shows. Only verified people start paid work. */
export interface People {
  /** Titles of shows that alerts name, in lower case. */
  naming: () => Promise<{ person: string; title: string }[]>;
  followers: (feeds: readonly string[]) => Promise<TranscriptionRequest[]>;
  verified: (people: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface Transcription {
  objects: ObjectStore;
  settings: TranscriptionSettings;
  people: People;
  queue: (key: string) => Promise<void>;
}

/** Stores new transcripts and queues a task for each due episode. Returns how many transcripts it stored. */
export async function transcribeShows(
  catalogue: WritableCatalogue,
  { objects, settings, people, queue }: Transcription,
  now: number,
): Promise<number> {
  const known = await chosenNow(catalogue, objects, now);
  await forgetForbidden(catalogue, objects, settings, known);
  const stored = await storeTranscribed(catalogue, objects, known);
  const named = await requestsByName(catalogue, people);
  const ledger = await readLedger(objects);
  const always = Object.keys(ledger.shows).filter((feed) => ledger.shows[feed] === 'always');
  const { endpoint, isForAllShows } = settings;
  const feeds = [...always, ...named.map(({ feed }) => feed)];
  const candidates = await catalogue.read(() =>
    untranscribedEpisodes(now - TRANSCRIBED_WITHIN_MS, { isForAllShows, feeds }),
  );
  const open = openEpisodes(ledger, candidates, { now, settings });
  const earlier = open.length === 0 ? [] : recentFeeds(ledger, now);
  const requests = await verifiedRequests(
    people,
    [...open.map(({ feed }) => feed), ...earlier],
    named,
  );
  const wanted = new Set([...known.filter(isWanted), ...candidates].map(jobKey));
  const considered = { candidates, open, named: new Set(feeds), requests, settings, now };
  const { due, old, explained } = await changeLedger(objects, (latest) => {
    chooseEpisodes(latest, candidates, considered);
    const why = [
      ...whyOfJobs(latest, known, { endpoint, now }),
      ...whyNotChosen(latest, considered),
    ];
    return { due: dueJobs(latest, settings, now), old: dropOld(latest, now), explained: why };
  });
  await catalogue.write(() => explainUntranscribed(explained));
  for (const { key, sent } of old) await removeJobData(objects, endpoint, key, sent);
  for (const key of due) if (wanted.has(key)) await queue(key);
  return stored;
}

/** A title means one feed, so that nobody starts paid work with a feed that is merely titled alike. */
async function requestsByName(
  catalogue: WritableCatalogue,
  { naming }: People,
): Promise<TranscriptionRequest[]> {
  const names = await naming();
  const feeds = await catalogue.read(() => feedsTitled(new Set(names.map(({ title }) => title))));
  return names.flatMap(({ person, title }) => {
    const feed = feeds.get(title);
    return feed === undefined ? [] : [{ person, feed }];
  });
}

async function verifiedRequests(
  { followers, verified }: People,
  feeds: readonly string[],
  named: readonly TranscriptionRequest[],
): Promise<TranscriptionRequest[]> {
  const asked = new Set(feeds);
  if (asked.size === 0) return [];
  const following = await followers([...asked]);
  const requests = [...following, ...named.filter(({ feed }) => asked.has(feed))];
  const isVerified = await verified([...new Set(requests.map(({ person }) => person))]);
  return requests.filter(({ person }) => isVerified.has(person));
}

function whyOfJobs(
  ledger: Ledger,
  known: readonly Chosen[],
  service: { endpoint: string; now: number },
): ExplainedEpisode[] {
  return known.flatMap((episode) => {
    const job = ledger.jobs[jobKey(episode)];
    const why = job && isWanted(episode) ? whyOfJob(ledger, job, service) : null;
    return why === null || episode.id === null ? [] : [{ id: episode.id, ...why }];
  });
}

type Chosen = EpisodeKey & {
  isPublic: number;
  id: number | null;
  hasText: number;
  isRemoved: number;
};

/** Looks up all jobs, because the catalogue may be new and lack older transcripts. */
async function chosenNow(
  catalogue: WritableCatalogue,
  objects: ObjectStore,
  now: number,
): Promise<Chosen[]> {
  const { jobs } = await readLedger(objects);
  return catalogue.read(() => chosenEpisodes(Object.values(jobs), now));
}

/** False until a new catalogue has the episode. */
function isWanted({ isPublic, id, hasText }: Chosen): boolean {
  return isPublic === 1 && id !== null && hasText === 0;
}

async function storeTranscribed(
  catalogue: WritableCatalogue,
  objects: ObjectStore,
  known: readonly Chosen[],
): Promise<number> {
  const { jobs } = await readLedger(objects);
  let stored = 0;
  for (const { feed, identity } of known.filter(isWanted)) {
    const key = jobKey({ feed, identity });
    if (jobs[key]?.state !== 'heard') continue;
    const text = await readText(objects, key);
    if (text === null) continue;
    if (await catalogue.write(() => recordTranscribed({ feed, identity, ...text }))) stored += 1;
  }
  return stored;
}

/** Deletes all data of shows that the operator or the publisher excludes, and of episodes that are gone. */
async function forgetForbidden(
  catalogue: WritableCatalogue,
  objects: ObjectStore,
  { endpoint }: TranscriptionSettings,
  known: readonly Chosen[],
): Promise<void> {
  const { shows, blocked, jobs } = await readLedger(objects);
  const never = Object.keys(shows).filter((feed) => shows[feed] === 'never');
  const excluded = new Set([...never, ...blocked]);
  const forgotten = await catalogue.write(() => forgetTranscribed([...excluded]));
  if (forgotten > 0) log('info', 'transcripts-forgotten', { forgotten });
  const forbidden = new Set(
    known.filter(({ isPublic, isRemoved }) => isPublic === 0 || isRemoved === 1).map(jobKey),
  );
  const written = new Set(known.filter(({ hasText }) => hasText === 1).map(jobKey));
  const keys = Object.entries(jobs)
    .filter(
      ([key, { feed, state }]) =>
        excluded.has(feed) || forbidden.has(key) || (state === 'waiting' && written.has(key)),
    )
    .map(([key]) => key);
  for (const key of keys) await removeJobData(objects, endpoint, key, sentParts(jobs[key]));
  if (keys.length > 0)
    await changeLedger(objects, (ledger) => {
      ledger.jobs = without(ledger.jobs, keys);
    });
}

function dueJobs(ledger: Ledger, { endpoint }: TranscriptionSettings, now: number): string[] {
  if (isStopped(ledger, endpoint, now)) return [];
  return Object.entries(ledger.jobs)
    .filter(([, job]) => isDue(job, now))
    .map(([key]) => key);
}

/** Ends jobs whose episodes are too old, and drops jobs that ended long ago. */
function dropOld(ledger: Ledger, now: number): { key: string; sent: string[] }[] {
  const old: { key: string; sent: string[] }[] = [];
  const gone: string[] = [];
  for (const [key, job] of Object.entries(ledger.jobs)) {
    if (job.state === 'waiting') {
      if (now - job.publishedAtMs <= TRANSCRIBED_WITHIN_MS + DAY_MS) continue;
      old.push({ key, sent: sentParts(job) });
      endJob(job, 'failed', now, 'too-old');
    } else {
      // A clock that was ahead may have ended it.
      job.endedAtMs = Math.min(job.endedAtMs ?? 0, now);
      const keptMs = job.state === 'heard' ? KEPT_MS : FAILED_KEPT_MS;
      if (now - job.endedAtMs > keptMs) gone.push(key);
    }
  }
  const days = Object.keys(ledger.days).sort().slice(0, -MAX_DAYS);
  ledger.days = without(ledger.days, days);
  ledger.jobs = without(ledger.jobs, gone);
  return [...old, ...gone.map((key) => ({ key, sent: [] }))];
}

function without<T>(record: Record<string, T>, keys: readonly string[]): Record<string, T> {
  const left = new Set(keys);
  return Object.fromEntries(Object.entries(record).filter(([key]) => !left.has(key)));
}
