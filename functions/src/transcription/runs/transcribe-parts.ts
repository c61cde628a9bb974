import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import { PART_LIMITS } from '../audio/audio-part.ts';
import {
  type Charge,
  jobOf,
  MAX_SENDS,
  noteAnswer,
  noteSending,
  reserve,
} from '../ledger/budget.ts';
import { changeLedger, readLedger } from '../ledger/ledger-store.ts';
import { billedSeconds, dayOf, isStopped } from '../ledger/ledger.ts';
import {
  type TranscriptionFailure,
  type TranscriptionFailureCode,
  isUnbilled,
} from '../services/transcription-service.ts';
import type { Answers } from './answers.ts';
import { halvePart, type Manifest, readAudio, removeAudio, type StoredPart } from './cut-audio.ts';
import { noteFailing, noteWorking, shortenParts, stopService } from './job-changes.ts';
import {
  fetchFailed,
  giveUp,
  type TranscriptionEnd,
  release,
  type Run,
  waitForBudget,
  waitForPart,
} from './transcription-run.ts';

/** Parts are not halved below this length. */
const MIN_PART_MS = 30_000;
/** An episode without any transcribed part is given up after this many failed parts. */
const MAX_FAILED_PARTS = 4;
const FIRST_PAUSE_MS = HOUR_MS;

interface Open {
  /** Parts without a stored response that may be sent. */
  parts: StoredPart[];
  /** True if the service has found speech in another part. */
  hasTranscribed: boolean;
}

/** Resolves with the manifest once each part has a stored response or was sent too often. */
export async function transcribeParts(
  run: Run,
  cut: Manifest,
  answers: Answers,
): Promise<Manifest | TranscriptionEnd> {
  const { objects, key, clock, settings } = run;
  let manifest = cut;
  let open = await openParts(run, manifest, answers);
  const isReserved = await changeLedger(objects, (ledger) => {
    const now = clock();
    const { secondsADay } = settings;
    const durationSeconds = Math.ceil((manifest.parts.at(-1)?.endMs ?? 0) / 1000);
    Object.assign(jobOf(ledger, key), { durationSeconds, tries: 0 });
    return reserve(ledger, key, secondsOf(open.parts), { now, secondsADay });
  });
  if (!isReserved) return waitForBudget(run, secondsOf(open.parts));

  for (let [part] = open.parts; part !== undefined; [part] = open.parts) {
    if (clock() >= run.untilMs) return release(run);
    const end = await transcribePart(run, part, open, answers);
    if (end === 'halve') {
      manifest = await halvePart(objects, key, manifest, part);
      open = await openParts(run, manifest, answers);
    } else if (end === 'transcribed') open = { parts: open.parts.slice(1), hasTranscribed: true };
    else if (end === 'silent' || end === 'given-up') open = { ...open, parts: open.parts.slice(1) };
    else if (end === 'later') open = { ...open, parts: [...open.parts.slice(1), part] };
    else return end;
  }
  return manifest;
}

async function openParts(run: Run, { parts }: Manifest, answers: Answers): Promise<Open> {
  const { sends, failure } = jobOf(await readLedger(run.objects), run.key);
  const timesSent = ({ sha256 }: StoredPart) => sends[sha256] ?? 0;
  const spoken = parts.filter(({ isSilent }) => !isSilent);
  const transcribed = await Promise.all(spoken.map(({ sha256 }) => answers.read(sha256)));
  const missing = spoken.filter((_, at) => transcribed[at] === null);
  const firstOf = ({ sha256 }: StoredPart) => missing.findIndex((part) => part.sha256 === sha256);
  const left = missing.filter((part, at) => firstOf(part) === at && timesSent(part) < MAX_SENDS);
  // A lost answer is the fault of the service, not of the part.
  if (failure !== 'answer-lost') left.sort((one, other) => timesSent(one) - timesSent(other));
  return {
    parts: left,
    hasTranscribed: transcribed.some((segments) => (segments ?? []).length > 0),
  };
}

function secondsOf(parts: readonly StoredPart[]): number {
  return parts.reduce((sum, part) => sum + billedSeconds(part), 0);
}

type PartEnd = 'transcribed' | 'silent' | 'halve' | 'later' | 'given-up';

async function transcribePart(
  run: Run,
  part: StoredPart,
  open: Open,
  answers: Answers,
): Promise<TranscriptionEnd | PartEnd> {
  const { objects, key, job, lease, clock, settings } = run;
  const bytes = await readAudio(objects, key, part);
  if (bytes === null) {
    // The part was deleted, so the audio is fetched again.
    await removeAudio(objects, key);
    return fetchFailed(run, { code: 'cut-short' });
  }
  const { sha256 } = part;
  const seconds = billedSeconds(part);
  const leftSeconds = secondsOf(open.parts);
  const sending = await changeLedger(objects, (ledger) => {
    const now = clock();
    if (jobOf(ledger, key).lease?.id !== lease) return 'not-ours';
    // Another worker may have found that the service does not work.
    if (isStopped(ledger, settings.endpoint, now)) return 'stopped';
    const decision = noteSending(
      ledger,
      key,
      { sha256, seconds, leftSeconds },
      { now, secondsADay: settings.secondsADay },
    );
    return { decision, day: dayOf(now) };
  });
  if (sending === 'not-ours') return 'not-ours';
  if (sending === 'stopped') return release(run, 'waits');
  const { decision, day } = sending;
  if (decision === 'no-budget') return waitForBudget(run, leftSeconds);
  if (decision === 'sent-too-often') return 'given-up';
  const { language, prompt } = job;
  const signal = AbortSignal.timeout(Math.max(1000, run.untilMs + MINUTE_MS / 2 - clock()));
  const outcome = await settings.service.transcribe({
    part: { bytes, startMs: part.startMs, endMs: part.endMs },
    type: part.type,
    language,
    prompt,
    signal,
  });
  const sent = { ...part, seconds, day };
  if (outcome.kind === 'failed') return partFailed(run, sent, outcome, open);
  const hasSpeech = outcome.segments.length > 0;
  await answers.store(sha256, outcome.segments);
  await changeLedger(objects, (ledger) => {
    noteAnswer(ledger, key, sent, 'billed');
    // A service without segments finds silence, too.
    if (hasSpeech) noteWorking(ledger, settings.endpoint, clock());
  });
  return hasSpeech ? 'transcribed' : 'silent';
}

async function partFailed(
  run: Run,
  part: StoredPart & { seconds: number; day: string },
  failure: TranscriptionFailure,
  open: Open,
): Promise<TranscriptionEnd | PartEnd> {
  const { objects, key, clock, settings } = run;
  const { code, message } = failure;
  const lengthMs = part.endMs - part.startMs;
  const isHalved = code === 'part-too-long' && lengthMs > 2 * MIN_PART_MS;
  const isOfPart = !isHalved && PART_FAILURES.has(code);
  const { isNews, sends } = await changeLedger(objects, (ledger) => {
    const [job, now, { endpoint }] = [jobOf(ledger, key), clock(), settings];
    const charge = chargeOf(failure, isOfPart);
    if (charge !== null) noteAnswer(ledger, key, part, charge);
    job.failure = code;
    if (isHalved) {
      const known = ledger.partMs[endpoint] ?? PART_LIMITS.partMs;
      shortenParts(ledger, endpoint, Math.min(known, Math.ceil(lengthMs / 2)), now);
    }
    const isNews = isOfPart
      ? noteFailing(ledger, key, failure, { endpoint, now })
      : stopService(ledger, failure, endpoint, now);
    return { isNews, sends: job.sends };
  });
  if (isNews) log('error', 'transcription-stopped', { code, message });
  if (isHalved) return 'halve';
  if (!isOfPart) return release(run, 'waits');

  const failedParts = Object.values(sends).reduce((sum, count) => sum + count, 0);
  if (!open.hasTranscribed && failedParts >= MAX_FAILED_PARTS) return giveUp(run, code);
  const isGivenUp = (sends[part.sha256] ?? 0) >= MAX_SENDS;
  const isLast = isGivenUp && open.parts.length === 1;
  // A service that has answered another part is asked for the next one without a pause.
  const isPaused = !isLast && (code === 'answer-lost' || !open.hasTranscribed);
  if (isPaused)
    return waitForPart(run, code, FIRST_PAUSE_MS * (open.hasTranscribed ? 1 : 2 ** failedParts));
  return isGivenUp ? 'given-up' : 'later';
}

/** Failures that may be the fault of one part. The others stop the service. */
const PART_FAILURES = new Set<TranscriptionFailureCode>([
  'part-too-long',
  'part-refused',
  'no-segments',
  'unreadable-answer',
  'answer-lost',
]);

/** Null without a response: the part may have been billed, so its seconds stay spent. */
function chargeOf(failure: TranscriptionFailure, isOfPart: boolean): Charge | null {
  if (failure.code === 'answer-lost') return null;
  if (!isUnbilled(failure)) return 'billed';
  return isOfPart ? 'part-refused' : 'service-refused';
}
