import type { UntranscribedReason } from '../../contract/index.ts';
import { languageCode } from '../../query/language.ts';
import {
  type UntranscribedEpisode,
  WRITTEN_WITHIN_MS,
} from '../../catalogue/store/transcription-store.ts';
import type { AudioFailureCode } from '../audio/audio-part.ts';
import { isStopped, type TranscriptionJob, type Ledger } from '../ledger/ledger.ts';
import { jobKey } from '../runs/transcribed-text.ts';
import type { TranscriptionSettings } from '../services/services.ts';
import type { TranscriptionFailureCode } from '../services/transcription-service.ts';
import { type Choice, secondsOf } from './choose-episodes.ts';

interface Why {
  reason: UntranscribedReason;
  code: string | null;
}

type KnownFailure =
  | AudioFailureCode
  | TranscriptionFailureCode
  | 'no-budget'
  | 'longer-than-budget'
  | 'worker-died'
  | 'too-old';

/** Any other failure is the code of a failed fetch. */
const OF_FAILURE: Readonly<
  Record<KnownFailure, UntranscribedReason> & Partial<Record<string, UntranscribedReason>>
> = {
  'no-budget': 'over-budget',
  'longer-than-budget': 'too-long',
  'audio-too-long': 'too-long',
  'audio-too-short': 'too-short',
  'audio-too-large': 'audio-unreadable',
  'not-audio': 'audio-unreadable',
  'free-format': 'audio-unreadable',
  'unknown-codec': 'audio-unreadable',
  'worker-died': 'gave-up',
  'too-old': 'gave-up',
  'service-refused': 'service-refused',
  'service-unpaid': 'service-refused',
  'service-busy': 'service-refused',
  'service-unreachable': 'service-refused',
  'part-too-long': 'service-refused',
  'part-refused': 'service-refused',
  'no-segments': 'service-refused',
  'unreadable-answer': 'service-refused',
  'answer-lost': 'service-refused',
};

export function whyOfJob(
  ledger: Ledger,
  job: TranscriptionJob,
  { endpoint, now }: { endpoint: string; now: number },
): Why | null {
  const { state, failure: code } = job;
  if (state === 'heard') return null;
  if (state === 'waiting' && isStopped(ledger, endpoint, now))
    return { reason: 'service-stopped', code: ledger.stop?.code ?? null };
  if (code === null) return { reason: state === 'failed' ? 'gave-up' : 'in-work', code };
  return { reason: OF_FAILURE[code] ?? 'audio-not-loaded', code };
}

export interface Considered extends Choice {
  settings: Choice['settings'] & Pick<TranscriptionSettings, 'endpoint'>;
  candidates: readonly UntranscribedEpisode[];
  /** Candidates that today's budget had room for. */
  open: readonly UntranscribedEpisode[];
  /** Feeds that alerts name. */
  named: ReadonlySet<string>;
}

/** Returns the reason for each candidate, after the choice. */
export function whyNotChosen(
  ledger: Ledger,
  { candidates, open, named, requests, settings, now }: Considered,
): (Why & { id: number })[] {
  const asked = new Set(requests.map(({ feed }) => feed));
  const wasOpen = new Set(open);
  const jobOf = (episode: UntranscribedEpisode) => ledger.jobs[jobKey(episode)];
  const groups = new Set(candidates.filter(jobOf).map(({ copyGroup }) => copyGroup));
  const isAsked = (episode: UntranscribedEpisode): boolean => {
    const { feed, followers } = episode;
    if (settings.isForAllShows || ledger.shows[feed] === 'always') return true;
    return wasOpen.has(episode) ? asked.has(feed) : followers > 0 || named.has(feed);
  };
  const reasonOf = (episode: UntranscribedEpisode): UntranscribedReason => {
    const { feed, language, hasWritten, publishedAtMs, copyGroup } = episode;
    const code = language === null ? null : languageCode(language);
    const { languages, secondsADay } = settings;
    if (ledger.shows[feed] === 'never' || ledger.blocked.includes(feed)) return 'excluded';
    if (!isAsked(episode)) return 'not-followed';
    if (languages.length > 0 && (code === null || !languages.includes(code))) return 'language';
    if (secondsOf(episode) > secondsADay) return 'too-long';
    if (hasWritten === 1 && now - publishedAtMs < WRITTEN_WITHIN_MS) return 'publisher-first';
    if (copyGroup !== null && groups.has(copyGroup)) return 'duplicate';
    return wasOpen.has(episode) ? 'waits-in-turn' : 'over-budget';
  };
  return candidates.flatMap((episode) => {
    const job = jobOf(episode);
    const why = job
      ? whyOfJob(ledger, job, { ...settings, now })
      : { reason: reasonOf(episode), code: null };
    return why === null ? [] : [{ id: episode.id, ...why }];
  });
}
