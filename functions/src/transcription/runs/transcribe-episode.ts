import { randomUUID } from 'node:crypto';
import { MACHINE_SPEAKER, MINUTE_MS } from '../../contract/index.ts';
import { type Cue, MAX_TRANSCRIPT_LENGTH } from '../../feeds/transcripts/transcript.ts';
import { AudioError } from '../audio/audio-part.ts';
import { jobOf, MAX_SENDS, NoSuchJob } from '../ledger/budget.ts';
import { changeLedger, readLedger } from '../ledger/ledger-store.ts';
import {
  type TranscriptionJob,
  isDue,
  isStopped,
  LEASE_MS,
  type Ledger,
  sentParts,
} from '../ledger/ledger.ts';
import type { TranscriptionSettings } from '../services/services.ts';
import { goodSegments } from '../text/good-segments.ts';
import { type Answers, answersOf, removeAnswers } from './answers.ts';
import {
  BrokenAudio,
  cutAudio,
  type Manifest,
  readManifest,
  removeAudio,
  type StoredPart,
} from './cut-audio.ts';
import { transcribeParts } from './transcribe-parts.ts';
import {
  fetchFailed,
  giveUp,
  type TranscriptionAccess,
  type TranscriptionEnd,
  release,
  removeJobData,
  type Run,
} from './transcription-run.ts';
import { readText, storeText } from './transcribed-text.ts';
import { endJob, countFetch, lengthenParts } from './job-changes.ts';

const FETCH_MS = 8 * MINUTE_MS;

/**
 * Stores each step, so that another worker can continue after a crash.
 * @param untilMs No part is sent after this time.
 */
export async function transcribeEpisode(
  key: string,
  access: TranscriptionAccess,
  untilMs: number,
): Promise<TranscriptionEnd> {
  const { objects, clock, settings } = access;
  const lease = randomUUID();
  const job = await changeLedger(objects, (ledger) =>
    takeJob(ledger, key, lease, settings, clock()),
  );
  if (job === null) return 'not-ours';
  if ((await readText(objects, key)) !== null) return finish(access, key);
  const run = { ...access, key, job, lease, untilMs };
  const answers = answersOf(objects, settings.endpoint);
  let parts: StoredPart[] = [];
  try {
    const manifest = (await readManifest(objects, key)) ?? (await fetchParts(run));
    if (typeof manifest === 'string') return manifest;
    parts = manifest.parts;
    const transcribed = await transcribeParts(run, manifest, answers);
    return typeof transcribed === 'string'
      ? transcribed
      : await storeTranscribed(run, transcribed, answers);
  } catch (error) {
    if (error instanceof AudioError) return giveUp(run, error.code);
    if (!(error instanceof NoSuchJob)) throw error;
    const sent = parts.map(({ sha256 }) => sha256);
    await removeJobData(objects, settings.endpoint, key, sent);
    return 'not-ours';
  }
}

function takeJob(
  ledger: Ledger,
  key: string,
  lease: string,
  { endpoint }: TranscriptionSettings,
  now: number,
): TranscriptionJob | null {
  const job = ledger.jobs[key];
  if (job === undefined || ledger.blocked.includes(job.feed)) return null;
  // A job that pauses may still have a task in the queue.
  if (!isDue(job, now) || isStopped(ledger, endpoint, now)) return null;
  lengthenParts(ledger, endpoint, now);
  job.lease = { id: lease, untilMs: now + LEASE_MS };
  return job;
}

async function fetchParts(run: Run): Promise<Manifest | TranscriptionEnd> {
  const { objects, key, job, openAudio, clock, settings } = run;
  if (!(await changeLedger(objects, (ledger) => countFetch(jobOf(ledger, key), clock()))))
    return 'failed';
  const signal = AbortSignal.timeout(Math.max(1, Math.min(FETCH_MS, run.untilMs - clock())));
  const audio = await openAudio(job.audio, signal);
  if (audio.kind === 'refused') return fetchFailed(run, audio);
  const { partMs } = await readLedger(objects);
  try {
    return await cutAudio(objects, key, audio, partMs[settings.endpoint]);
  } catch (error) {
    if (!(error instanceof BrokenAudio)) throw error;
    return await fetchFailed(run, { code: signal.aborted ? 'timed-out' : 'cut-short' });
  }
}

async function storeTranscribed(
  run: Run,
  manifest: Manifest,
  answers: Answers,
): Promise<TranscriptionEnd> {
  const { objects, key, settings, clock } = run;
  const { parts, audioSha256 } = manifest;
  const merged = await mergedCues(run, manifest, answers);
  if (merged === null) return release(run);
  const { cues, missing, failure } = merged;
  if (missing > 0 && cues.length === 0) return giveUp(run, failure);
  await storeText(objects, key, {
    cues,
    audioSha256,
    heardSeconds: Math.max(1, Math.round((parts.at(-1)?.endMs ?? 0) / 1000)),
    model: settings.model,
    heardAtMs: clock(),
  });
  return finish(run, key);
}

async function finish(
  { objects, clock, settings }: TranscriptionAccess,
  key: string,
): Promise<TranscriptionEnd> {
  const { jobs } = await readLedger(objects);
  await removeAnswers(objects, settings.endpoint, sentParts(jobs[key]));
  await removeAudio(objects, key);
  await changeLedger(objects, (ledger) => endJob(jobOf(ledger, key), 'heard', clock(), null));
  return 'heard';
}

/**
 * Leaves out parts that were sent too often. Null if another response is gone: episodes with the same audio
 * share responses, and another job removed them.
 */
async function mergedCues(
  { objects, key }: Run,
  { parts }: Manifest,
  answers: Answers,
): Promise<{ cues: Cue[]; missing: number; failure: string } | null> {
  const { sends, failure, prompt } = jobOf(await readLedger(objects), key);
  const merged = { cues: [] as Cue[], missing: 0, failure: failure ?? 'answer-lost' };
  let length = 0;
  for (const { sha256, startMs, quiet, isSilent } of parts) {
    if (isSilent) continue;
    const segments = await answers.read(sha256);
    if (segments === null && (sends[sha256] ?? 0) < MAX_SENDS) return null;
    if (segments === null) merged.missing += 1;
    for (const { startMs: atMs, text } of goodSegments(segments ?? [], quiet, prompt)) {
      length += text.length + 1;
      if (length > MAX_TRANSCRIPT_LENGTH) return merged;
      merged.cues.push({ startMs: startMs + atMs, speaker: MACHINE_SPEAKER, text });
    }
  }
  return merged;
}
