import { MINUTE_MS } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import { PART_LIMITS } from '../audio/audio-part.ts';
import { jobOf, noteAnswer, noteSending, reserve } from '../ledger/budget.ts';
import { changeLedger } from '../ledger/ledger-store.ts';
import { billedSeconds, dayOf } from '../ledger/ledger.ts';
import { type HearFailure, isUnbilled } from '../services/transcription-service.ts';
import type { Answers } from './answers.ts';
import { halvePart, type Manifest, readAudio, removeAudio, type StoredPart } from './cut-audio.ts';
import { stopService } from './job-changes.ts';
import { fetchFailed, giveUp, type HearEnd, release, type Run, waitForBudget } from './hear-run.ts';

/** Parts are not halved below this length. */
const MIN_PART_MS = 30_000;

/** Resolves with the manifest once each part has a stored response. */
export async function hearParts(
  run: Run,
  cut: Manifest,
  answers: Answers,
): Promise<Manifest | HearEnd> {
  const { objects, key, clock, settings } = run;
  let manifest = cut;
  let missing = await missingParts(manifest, answers);
  const isReserved = await changeLedger(objects, (ledger) => {
    const now = clock();
    const { secondsADay } = settings;
    const durationSeconds = Math.ceil((manifest.parts.at(-1)?.endMs ?? 0) / 1000);
    Object.assign(jobOf(ledger, key), { durationSeconds, tries: 0 });
    return reserve(ledger, key, secondsOf(missing), { now, secondsADay });
  });
  if (!isReserved) return waitForBudget(run, secondsOf(missing));

  for (let part = missing[0]; part !== undefined; part = missing[0]) {
    if (clock() >= run.untilMs) return release(run);
    const end = await hearPart(run, part, secondsOf(missing), answers);
    if (end === 'halve') {
      manifest = await halvePart(objects, key, manifest, part);
      missing = await missingParts(manifest, answers);
    } else if (end === null) missing = missing.slice(1);
    else if (end !== 'repeat') return end;
  }
  return manifest;
}

async function missingParts({ parts }: Manifest, answers: Answers): Promise<StoredPart[]> {
  const heard = await Promise.all(
    parts.map(async (part) => part.isSilent || (await answers.read(part.sha256)) !== null),
  );
  const missing = parts.filter((_, at) => heard[at] === false);
  const firstOf = ({ sha256 }: StoredPart) => missing.findIndex((part) => part.sha256 === sha256);
  return missing.filter((part, at) => firstOf(part) === at);
}

function secondsOf(parts: readonly StoredPart[]): number {
  return parts.reduce((sum, part) => sum + billedSeconds(part), 0);
}

/** Resolves with null once the response is stored. */
async function hearPart(
  run: Run,
  part: StoredPart,
  leftSeconds: number,
  answers: Answers,
): Promise<HearEnd | 'halve' | 'repeat' | null> {
  const { objects, key, job, lease, clock, settings } = run;
  const bytes = await readAudio(objects, key, part);
  if (bytes === null) {
    // The part was deleted, so the audio is fetched again.
    await removeAudio(objects, key);
    return fetchFailed(run, { code: 'cut-short' });
  }
  const { sha256 } = part;
  const seconds = billedSeconds(part);
  const sending = await changeLedger(objects, (ledger) => {
    const now = clock();
    if (jobOf(ledger, key).lease?.id !== lease) return 'not-ours';
    const decision = noteSending(
      ledger,
      key,
      { sha256, seconds, leftSeconds },
      { now, secondsADay: settings.secondsADay },
    );
    return { decision, day: dayOf(now) };
  });
  if (sending === 'not-ours') return 'not-ours';
  const { decision, day } = sending;
  if (decision === 'no-budget') return waitForBudget(run, leftSeconds);
  if (decision === 'sent-too-often') return giveUp(run, 'answer-lost');
  const { language, prompt } = job;
  const signal = AbortSignal.timeout(Math.max(1000, run.untilMs + MINUTE_MS / 2 - clock()));
  const heard = await settings.service.hear({
    part: { bytes, startMs: part.startMs, endMs: part.endMs },
    type: part.type,
    language,
    prompt,
    signal,
  });
  if (heard.kind === 'heard') {
    await answers.store(sha256, heard.segments);
    await changeLedger(objects, (ledger) =>
      noteAnswer(ledger, key, { sha256, seconds, day }, 'billed'),
    );
    return null;
  }
  return partFailed(run, { ...part, seconds, day }, heard);
}

async function partFailed(
  run: Run,
  part: StoredPart & { seconds: number; day: string },
  failure: HearFailure,
): Promise<HearEnd | 'halve' | 'repeat'> {
  const { objects, key, clock, settings } = run;
  const { code } = failure;
  const lengthMs = part.endMs - part.startMs;
  const isHalved = code === 'part-too-long' && lengthMs > 2 * MIN_PART_MS;
  const isNews = await changeLedger(objects, (ledger) => {
    // Without a response, the part may have been billed, so its seconds stay spent.
    if (code !== 'answer-lost')
      noteAnswer(ledger, key, part, isUnbilled(failure) ? 'refused' : 'billed');
    jobOf(ledger, key).failure = code;
    if (isHalved) {
      const known = ledger.partMs[settings.endpoint] ?? PART_LIMITS.partMs;
      ledger.partMs[settings.endpoint] = Math.min(known, Math.ceil(lengthMs / 2));
    }
    return stopService(ledger, failure, settings.endpoint, clock());
  });
  if (isNews) log('error', 'transcription-stopped', { code, message: failure.message });
  switch (code) {
    case 'part-too-long':
      return isHalved ? 'halve' : giveUp(run, code);
    case 'answer-lost':
      return 'repeat';
    case 'part-refused':
      return giveUp(run, code);
    case 'service-refused':
    case 'service-unpaid':
    case 'service-busy':
    case 'service-unreachable':
    case 'no-segments':
    case 'unreadable-answer':
      return release(run, 'waits');
  }
}
