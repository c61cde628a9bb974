import pLimit, { type LimitFunction } from 'p-limit';
import { MINUTE_MS } from '../../contract/index.ts';
import type { FeedFetch, FeedValidators, TranscriptSource } from '../../feeds/feed-model.ts';
import { type SpokenText, toSpokenText } from '../../transcripts/spoken-text.ts';
import type { TranscriptReading } from '../../transcripts/transcript.ts';
import type { WritableCatalogue } from '../catalogue.ts';
import { nextTranscriptTry } from './next-try.ts';
import { type AwaitedTranscript, READ } from './transcript-record.ts';

/** Transcripts fetched at the same time, in all and from one host. */
const CONCURRENCY = 4;
const CONCURRENCY_PER_HOST = 2;

export interface TranscriptAccess {
  fetchTranscript: (
    url: string,
    validators: FeedValidators,
    signal: AbortSignal,
  ) => Promise<FeedFetch>;
  readTranscript: (bytes: Uint8Array, contentType: string | null) => TranscriptReading;
}

/** What one refresh may spend on transcripts; what is left waits for the next one. */
export interface TranscriptBudget {
  count: number;
  bytes: number;
  timeMs: number;
}

/** An hour of audio is about 100 kB of captions, and ten times as much of JSON. */
const TRANSCRIPT_BUDGET: TranscriptBudget = {
  count: 400,
  bytes: 200_000_000,
  timeMs: 2 * MINUTE_MS,
};

/** What a refresh did with the transcripts that were due. */
export interface TranscriptReport {
  due: number;
  read: number;
  /** How many could not be read, by the code of the failure. */
  refused: Record<string, number>;
}

type Attempt =
  | { kind: 'read'; spoken: SpokenText }
  | { kind: 'unchanged' }
  | { kind: 'failed'; code: string; retryAfterMs?: number; validators: FeedValidators };

const NO_VALIDATORS: FeedValidators = { etag: null, lastModified: null };

/**
 * Fetches and reads transcripts that are due, those of the newest episodes first, as far as the budget
 * goes. Whatever a host or a file does is a line of the report and, for the next refresh, in the
 * catalogue. Rejects only when the catalogue fails.
 */
export async function readTranscripts(
  catalogue: WritableCatalogue,
  access: TranscriptAccess,
  { now, everyOne = false, signal, budget = TRANSCRIPT_BUDGET }: ReadingOptions,
): Promise<TranscriptReport> {
  const due = await catalogue.awaitedTranscripts(now, { everyOne, limit: budget.count });
  const report: TranscriptReport = { due: due.length, read: 0, refused: {} };
  // A timer of no time fires only after the first fetch may have ended.
  const late = budget.timeMs > 0 ? AbortSignal.timeout(budget.timeMs) : AbortSignal.abort();
  const stopped = signal === undefined ? late : AbortSignal.any([late, signal]);
  const isStopped = () => stopped.aborted;
  let bytes = 0;
  const attemptOne: AttemptOne = async ({ url, type }, validators) => {
    const fetched = await access.fetchTranscript(url, validators, stopped);
    if (fetched.kind === 'fetched') bytes += fetched.bytes.length;
    return judge(fetched, (received, contentType) =>
      access.readTranscript(received, contentType ?? type),
    );
  };

  async function readOne(awaited: AwaitedTranscript): Promise<void> {
    if (isStopped() || bytes >= budget.bytes) return;
    const attempt = await attemptAll(awaited, attemptOne);
    // What ended because time was up says nothing about its host.
    if (isStopped() && attempt.kind === 'failed') return;
    if (attempt.kind === 'read') report.read += 1;
    else {
      const code = attempt.kind === 'failed' ? attempt.code : (awaited.outcome ?? 'unchanged');
      report.refused[code] = (report.refused[code] ?? 0) + 1;
    }
    await record(catalogue, awaited, attempt, now);
  }

  const inAll = pLimit(CONCURRENCY);
  const perHost = new Map<string, LimitFunction>();
  await Promise.all(
    due.map((awaited) => {
      const host = new URL(awaited.sources[0]?.url ?? 'http://none').host;
      const limit = perHost.get(host) ?? pLimit(CONCURRENCY_PER_HOST);
      perHost.set(host, limit);
      return limit(() => inAll(() => readOne(awaited)));
    }),
  );
  return report;
}

interface ReadingOptions {
  /** Epoch milliseconds. */
  now: number;
  /** Try also those that are not due yet, and those given up. */
  everyOne?: boolean | undefined;
  signal?: AbortSignal | undefined;
  budget?: TranscriptBudget | undefined;
}

type AttemptOne = (source: TranscriptSource, validators: FeedValidators) => Promise<Attempt>;

/** The first that can be read; else how the first one failed, which is the one that is asked again. */
async function attemptAll(
  { sources, validators }: AwaitedTranscript,
  attemptOne: AttemptOne,
): Promise<Attempt> {
  let first: Attempt | undefined;
  for (const source of sources) {
    const attempt = await attemptOne(source, first === undefined ? validators : NO_VALIDATORS);
    if (attempt.kind === 'read') return attempt;
    first ??= attempt;
  }
  return first ?? { kind: 'failed', code: 'unreachable', validators: NO_VALIDATORS };
}

function judge(fetched: FeedFetch, read: TranscriptAccess['readTranscript']): Attempt {
  if (fetched.kind === 'unchanged') return fetched;
  if (fetched.kind === 'refused') return { ...fetched, kind: 'failed', validators: NO_VALIDATORS };
  const reading = read(fetched.bytes, fetched.contentType);
  if (reading.kind === 'read') return { kind: 'read', spoken: toSpokenText(reading.cues) };
  return { kind: 'failed', code: reading.code, validators: fetched.validators };
}

async function record(
  catalogue: WritableCatalogue,
  { episodeId, ...known }: AwaitedTranscript,
  attempt: Attempt,
  now: number,
): Promise<void> {
  if (attempt.kind === 'read') {
    const done = { tries: 0, triedAtMs: now, nextTryAtMs: null, outcome: READ };
    const read = { ...known, ...done, validators: NO_VALIDATORS };
    await catalogue.recordTranscript(episodeId, read, attempt.spoken);
    return;
  }
  const tries = known.tries + 1;
  const failure = attempt.kind === 'failed' ? attempt : { code: known.outcome ?? 'unchanged' };
  const nextTryAtMs = nextTranscriptTry(failure, { tries, wantedAtMs: known.wantedAtMs }, now);
  const validators = attempt.kind === 'failed' ? attempt.validators : known.validators;
  const failed = { tries, triedAtMs: now, nextTryAtMs, outcome: failure.code, validators };
  await catalogue.recordTranscript(episodeId, { ...known, ...failed }, null);
}
