import { languageCode } from '../../query/language.ts';
import { cutText } from '../../feeds/read/plain-text.ts';
import { type UnheardEpisode, WRITTEN_WITHIN_MS } from '../../catalogue/store/heard-store.ts';
import {
  awaitedSeconds,
  countNewJobs,
  dayOf,
  type HearJob,
  type Ledger,
  usedSeconds,
} from '../ledger/ledger.ts';
import { jobKey } from '../runs/heard-text.ts';
import type { HearSettings } from '../services/services.ts';

/** Length of an episode whose feed states no duration. */
const DEFAULT_SECONDS = 3600;
/** Max length of a prompt, UTF-16 code units. Services read about 220 tokens. */
const MAX_PROMPT = 400;

export interface Choice {
  now: number;
  settings: Pick<HearSettings, 'languages' | 'isForAllShows' | 'secondsADay'>;
  /** Titles of shows that alerts name, in lower case. */
  awaited: ReadonlySet<string>;
}

/**
 * Adds jobs within the rest of today's budget. Each round takes the next episode of every show, newest first.
 * Within a round, shows with more followers come first.
 */
export function chooseEpisodes(
  ledger: Ledger,
  candidates: readonly UnheardEpisode[],
  choice: Choice,
): void {
  const { now, settings } = choice;
  let leftSeconds =
    settings.secondsADay - usedSeconds(ledger, dayOf(now)) - awaitedSeconds(ledger, now);
  const countNewJob = countNewJobs(ledger);
  for (const episode of inRounds(candidates.filter((each) => isWanted(ledger, each, choice)))) {
    const key = jobKey(episode);
    const seconds = episode.durationSeconds ?? DEFAULT_SECONDS;
    if (ledger.jobs[key] !== undefined || seconds > leftSeconds) continue;
    if (!countNewJob(episode.feed)) continue;
    leftSeconds -= seconds;
    ledger.jobs[key] = newJob(episode, now);
  }
}

function isWanted(
  ledger: Ledger,
  { feed, podcast, followers, language, publishedAtMs, hasWritten }: UnheardEpisode,
  { now, settings, awaited }: Choice,
): boolean {
  const chosen = ledger.shows[feed];
  if (chosen === 'never' || ledger.blocked.includes(feed)) return false;
  const isNamed = followers > 0 || awaited.has(podcast.toLowerCase());
  if (!isNamed && !settings.isForAllShows && chosen !== 'always') return false;
  if (hasWritten === 1 && now - publishedAtMs < WRITTEN_WITHIN_MS) return false;
  const code = language === null ? null : languageCode(language);
  return settings.languages.length === 0 || (code !== null && settings.languages.includes(code));
}

/** Skips duplicates. Candidates must be sorted newest first. */
function inRounds(candidates: readonly UnheardEpisode[]): UnheardEpisode[] {
  const groups = new Set<number>();
  const shows = new Map<string, UnheardEpisode[]>();
  for (const episode of candidates) {
    if (episode.copyGroup !== null && groups.has(episode.copyGroup)) continue;
    if (episode.copyGroup !== null) groups.add(episode.copyGroup);
    const show = shows.get(episode.feed) ?? [];
    shows.set(episode.feed, [...show, episode]);
  }
  const byFollowers = [...shows.values()].sort(
    (left, right) => (right[0]?.followers ?? 0) - (left[0]?.followers ?? 0),
  );
  const rounds = Math.max(0, ...byFollowers.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    byFollowers.flatMap((show) => show[round] ?? []),
  ).flat();
}

function newJob(episode: UnheardEpisode, now: number): HearJob {
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
    durationSeconds: episode.durationSeconds ?? DEFAULT_SECONDS,
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
function promptOf({ podcast, title, persons }: UnheardEpisode): string {
  return cutText([podcast, title, ...persons].join('. '), MAX_PROMPT);
}
