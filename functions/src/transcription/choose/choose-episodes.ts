import { DAY_MS } from '../../contract/index.ts';
import { languageCode } from '../../query/language.ts';
import { cutText } from '../../feeds/read/plain-text.ts';
import {
  type UntranscribedEpisode,
  WRITTEN_WITHIN_MS,
} from '../../catalogue/store/transcription-store.ts';
import {
  awaitedSeconds,
  countNewJobs,
  dayOf,
  type TranscriptionJob,
  type Ledger,
  usedSeconds,
} from '../ledger/ledger.ts';
import { jobKey } from '../runs/transcribed-text.ts';
import type { TranscriptionSettings } from '../services/services.ts';
import { type TranscriptionRequest, chooseInTurns, inRounds } from './in-turns.ts';

/** Length of an episode whose feed states no duration. */
const DEFAULT_SECONDS = 3600;
/** Max length of a prompt, UTF-16 code units. Services read about 220 tokens. */
const MAX_PROMPT = 400;

const WEEK_MS = 7 * DAY_MS;

export interface Choice {
  now: number;
  settings: Pick<TranscriptionSettings, 'languages' | 'isForAllShows' | 'secondsADay'>;
  /** Verified people, and the feeds they ask for. */
  requests: readonly TranscriptionRequest[];
}

/**
 * Adds jobs within the rest of today's budget: episodes of shows that the operator always includes, then one episode for
 * each person in turn, then the newest of all other shows if all are transcribed.
 */
export function chooseEpisodes(
  ledger: Ledger,
  candidates: readonly UntranscribedEpisode[],
  { now, settings, requests }: Choice,
): void {
  const groups = new Set(
    candidates.flatMap((each) =>
      each.copyGroup !== null && ledger.jobs[jobKey(each)] !== undefined ? [each.copyGroup] : [],
    ),
  );
  let left = leftSeconds(ledger, settings, now);
  const countNewJob = countNewJobs(ledger);
  const earlier = recentFeeds(ledger, now);
  const open = openEpisodes(ledger, candidates, { now, settings });
  const take = (episode: UntranscribedEpisode): boolean => {
    const key = jobKey(episode);
    const seconds = secondsOf(episode);
    const isRepeated = episode.copyGroup !== null && groups.has(episode.copyGroup);
    if (ledger.jobs[key] !== undefined || isRepeated || seconds > left) return false;
    if (!countNewJob(episode.feed)) return false;
    if (episode.copyGroup !== null) groups.add(episode.copyGroup);
    left -= seconds;
    ledger.jobs[key] = newJob(episode, now);
    return true;
  };
  const isAlways = ({ feed }: UntranscribedEpisode) => ledger.shows[feed] === 'always';
  const always = inRounds(open.filter(isAlways)).filter(take);
  chooseInTurns(open, requests, [...earlier, ...always.map(({ feed }) => feed)], take);
  if (settings.isForAllShows) inRounds(open).forEach(take);
}

/** Returns the candidates that could be chosen now, whoever asks for them. */
export function openEpisodes(
  ledger: Ledger,
  candidates: readonly UntranscribedEpisode[],
  { now, settings }: Omit<Choice, 'requests'>,
): UntranscribedEpisode[] {
  const left = leftSeconds(ledger, settings, now);
  return candidates.filter(
    (episode) =>
      secondsOf(episode) <= left &&
      ledger.jobs[jobKey(episode)] === undefined &&
      isAllowed(ledger, episode, { now, settings }),
  );
}

/** Returns the feeds of the episodes that were chosen within a week. */
export function recentFeeds({ jobs }: Ledger, now: number): string[] {
  return Object.values(jobs).flatMap(({ feed, askedAtMs }) =>
    now - askedAtMs < WEEK_MS ? [feed] : [],
  );
}

export function secondsOf({ durationSeconds }: UntranscribedEpisode): number {
  return durationSeconds ?? DEFAULT_SECONDS;
}

function leftSeconds(ledger: Ledger, { secondsADay }: Choice['settings'], now: number): number {
  return secondsADay - usedSeconds(ledger, dayOf(now)) - awaitedSeconds(ledger, now);
}

function isAllowed(
  ledger: Ledger,
  { feed, language, publishedAtMs, hasWritten }: UntranscribedEpisode,
  { now, settings }: Omit<Choice, 'requests'>,
): boolean {
  if (ledger.shows[feed] === 'never' || ledger.blocked.includes(feed)) return false;
  if (hasWritten === 1 && now - publishedAtMs < WRITTEN_WITHIN_MS) return false;
  const code = language === null ? null : languageCode(language);
  return settings.languages.length === 0 || (code !== null && settings.languages.includes(code));
}

function newJob(episode: UntranscribedEpisode, now: number): TranscriptionJob {
  const { feed, identity, title, podcast, audio, publishedAtMs, language } = episode;
  return {
    feed,
    identity,
    title,
    podcast,
    audio,
    publishedAtMs,
    language: language === null ? null : languageCode(language),
    prompt: promptOf(episode),
    durationSeconds: secondsOf(episode),
    state: 'waiting',
    askedAtMs: now,
    endedAtMs: null,
    nextTryAtMs: now,
    tries: 0,
    failure: null,
    lease: null,
    hold: null,
    sends: {},
  };
}

/**
 * Never contains the keywords of alerts: services hear prompted words in silence, and a third party would see
 * what people watch.
 */
function promptOf({ podcast, title, persons }: UntranscribedEpisode): string {
  return cutText([podcast, title, ...persons].join('. '), MAX_PROMPT);
}
