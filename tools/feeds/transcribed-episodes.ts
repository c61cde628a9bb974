import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { untranscribedReasons } from '../../functions/src/catalogue/answers/why-untranscribed.ts';
import { DAY_MS } from '../../functions/src/contract/index.ts';
import type { ObjectStore } from '../../functions/src/catalogue/file/object-store.ts';
import {
  chooseShow,
  transcriptionReport,
  markBlocked,
  type ShowChoice,
} from '../../functions/src/transcription/ledger/transcription-report.ts';
import { changeLedger, readLedger } from '../../functions/src/transcription/ledger/ledger-store.ts';
import type { TranscriptionJob, Ledger } from '../../functions/src/transcription/ledger/ledger.ts';
import type { TranscriptionSettings } from '../../functions/src/transcription/services/services.ts';
import { feedUrl } from '../../functions/src/refresh/feed-list.ts';
import { frameBytes, frameMs } from '../../samples/sample-sounds.ts';
import { REPOSITORY } from '../processes/repository.ts';
import type { NamedFeed } from './block-feeds.ts';
import { plain, readCatalogue } from './shown-catalogue.ts';

/** Max listed episodes per state. */
const MAX_LISTED = 30;
const MAX_DAYS = 14;
const HOUR_S = 3600;
const WEEK_MS = 7 * DAY_MS;

/** @param settings Null if no transcription service is set. */
export async function transcribedText(
  objects: ObjectStore,
  settings: TranscriptionSettings | null,
  now: number,
): Promise<string> {
  const ledger = await readLedger(objects);
  const { usedSeconds, stopped } = transcriptionReport(ledger, settings?.endpoint ?? '', now);
  const limit = settings === null ? '' : ` of ${minutes(settings.secondsADay)}`;
  const price = settings?.priceAnHour ?? null;
  const jobs = Object.values(ledger.jobs).sort((one, other) => other.askedAtMs - one.askedAtMs);
  return [
    settings === null ? 'Nothing is transcribed: TRANSCRIBE_URL is not set.' : settings.endpoint,
    `Today ${minutes(usedSeconds)}${limit} minutes${dollars(usedSeconds, price)}.`,
    ...(stopped === null ? [] : [`Stopped: ${ledger.stop?.message ?? stopped}`]),
    ...daysText(ledger, price),
    ...section('Waiting', jobs, 'waiting'),
    ...section('Failed', jobs, 'failed'),
    ...section('Transcribed', jobs, 'heard'),
    ...showsText(ledger),
  ].join('\n');
}

/** Lists why recent episodes of followed shows have no transcript. */
export function untranscribedText(catalogueUrl: string, now: number): Promise<string> {
  return readCatalogue(catalogueUrl, async (catalogue) => {
    const found = await catalogue.read(() => untranscribedReasons(now - WEEK_MS));
    if (found.length === 0) return 'Not transcribed: none.';
    const counts = new Map<string, number>();
    for (const { reason } of found) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    const sums = [...counts].sort(([, one], [, other]) => other - one);
    return [
      `Not transcribed: ${found.length} of the last week`,
      ...sums.map(([reason, count]) => `  ${count} ${reason}`),
      ...found.slice(0, MAX_LISTED).map(({ podcast, title, reason, code }) => {
        const why = code === null || code === reason ? reason : `${reason}, ${code}`;
        return `  ${plain(podcast)}: ${plain(title)} (${why})`;
      }),
    ].join('\n');
  });
}

function daysText({ days }: Ledger, price: number | null): string[] {
  const newest = Object.entries(days).sort(([one], [other]) => (one < other ? 1 : -1));
  return newest.slice(0, MAX_DAYS).map(([day, { billed, unknown }]) => {
    const lost = unknown > 0 ? `, ${minutes(unknown)} of them without an answer` : '';
    return `  ${day}  ${minutes(billed + unknown)} minutes${dollars(billed + unknown, price)}${lost}`;
  });
}

function section(
  title: string,
  jobs: readonly TranscriptionJob[],
  state: TranscriptionJob['state'],
): string[] {
  const those = jobs.filter((job) => job.state === state);
  if (those.length === 0) return [`${title}: none.`];
  const more = those.length > MAX_LISTED ? `, the newest ${MAX_LISTED}` : '';
  return [`${title}: ${those.length}${more}`, ...those.slice(0, MAX_LISTED).map(jobText)];
}

function jobText({ podcast, title, durationSeconds, failure }: TranscriptionJob): string {
  const why = failure === null ? '' : ` (${failure})`;
  return `  ${plain(podcast)}: ${plain(title)}, ${minutes(durationSeconds)} minutes${why}`;
}

function showsText({ shows }: Ledger): string[] {
  const chosen = Object.entries(shows);
  return chosen.length === 0
    ? []
    : ['Chosen:', ...chosen.map(([feed, choice]) => `  ${choice}  ${feed}`)];
}

function minutes(seconds: number): string {
  return String(Math.ceil(seconds / 60));
}

function dollars(seconds: number, price: number | null): string {
  return price === null ? '' : `, $${((seconds / HOUR_S) * price).toFixed(2)}`;
}

/** Throws if `address` is not a feed URL. */
export async function chooseTranscription(
  objects: ObjectStore,
  address: string,
  choice: ShowChoice,
): Promise<string> {
  const url = feedUrl(address);
  if (url === null) throw new Error(`${address} is no address of a feed.`);
  await changeLedger(objects, (ledger) => chooseShow(ledger, url, choice));
  const what = {
    always: 'Transcribed from now on, whoever follows it',
    auto: 'Transcribed if somebody follows it or an alert names it',
    never: 'No longer transcribed; what was is deleted with the next refresh',
  }[choice];
  return `${what}: ${url}.`;
}

/** Stops running tasks at once. The next refresh deletes what was transcribed. */
export async function blockTranscription(
  objects: ObjectStore,
  { url }: NamedFeed,
  isBlocked: boolean,
): Promise<void> {
  await changeLedger(objects, (ledger) => markBlocked(ledger, url, isBlocked));
}

const SAMPLE = path.join(REPOSITORY, 'samples/sounds/tensor-weather-15/754.000.mp3');
const TIMEOUT_MS = 60_000;

/** Sends one second of speech to the service, and describes the response. Throws if the service fails. */
export async function tryService(settings: TranscriptionSettings | null): Promise<string> {
  if (settings === null) throw new Error('TRANSCRIBE_URL is not set.');
  const frames = Math.round(1000 / frameMs);
  const clip = await readFile(SAMPLE);
  const middle = Math.floor(clip.length / frameBytes / 2);
  const from = (middle - Math.floor(frames / 2)) * frameBytes;
  const bytes = Uint8Array.from(clip.subarray(from, from + frames * frameBytes));
  const begunAt = performance.now();
  const outcome = await settings.service.transcribe({
    part: { bytes, startMs: 0, endMs: frames * frameMs },
    type: 'mp3',
    language: 'en',
    prompt: '',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const took = `${((performance.now() - begunAt) / 1000).toFixed(1)} seconds`;
  if (outcome.kind === 'failed') throw new Error(`${outcome.message} (${outcome.code}, ${took})`);
  const words = outcome.segments.map(({ text }) => plain(text)).join(' ');
  const said = words === '' ? 'no words, as may be in one second' : `“${words}”`;
  return `${settings.endpoint} answered within ${took}: ${said}.`;
}
