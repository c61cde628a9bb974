import { onTaskDispatched } from 'firebase-functions/v2/tasks';
import * as z from 'zod';
import { recordTranscribed } from '../catalogue/store/transcription-store.ts';
import { catalogueKind } from '../catalogue/file/open-catalogue.ts';
import { updateCatalogue } from '../catalogue/file/update-catalogue.ts';
import { config } from '../platform/config.ts';
import { enqueueTask } from '../platform/enqueue-task.ts';
import { log } from '../platform/log.ts';
import { REGION, secretsOf } from '../platform/runtime-options.ts';
import { startAlerts } from '../platform/start-alerts.ts';
import { transcriptionAccess } from './transcription-access.ts';
import { readLedger } from './ledger/ledger-store.ts';
import { transcribeEpisode } from './runs/transcribe-episode.ts';
import type { TranscriptionAccess } from './runs/transcription-run.ts';
import { readText } from './runs/transcribed-text.ts';

const TIMEOUT_SECONDS = 540;
/** No part is sent after this time, so that the service has the rest of the timeout to respond. */
const SEND_FOR_MS = (TIMEOUT_SECONDS - 120) * 1000;
const MAX_WORKERS = 3;

const taskSchema = z.object({ key: z.string() });

/** Harmless if the episode already has a task. */
export async function queueTranscription(key: string): Promise<void> {
  await enqueueTask('hearEpisodes', { key }, { timeoutSeconds: TIMEOUT_SECONDS });
}

/** Not retried: the next refresh queues a task for each unfinished episode. */
export const hearEpisodes = onTaskDispatched<unknown>(
  {
    region: REGION,
    memory: '1GiB',
    timeoutSeconds: TIMEOUT_SECONDS,
    maxInstances: MAX_WORKERS,
    concurrency: 1,
    retryConfig: { maxAttempts: 1 },
    rateLimits: { maxConcurrentDispatches: MAX_WORKERS },
    secrets: [...secretsOf('catalogue'), ...secretsOf('transcription')],
  },
  async ({ data }) => {
    const { key } = taskSchema.parse(data);
    const access = transcriptionAccess();
    if (access === null) return;
    const startedAt = Date.now();
    const end = await transcribeEpisode(key, access, startedAt + SEND_FOR_MS);
    if (end === 'unfinished') await queueTranscription(key);
    if (end === 'heard') await storeNow(key, access);
    const { failure = null } = (await readLedger(access.objects)).jobs[key] ?? {};
    log('info', 'episode-heard', { end, failure, ms: Date.now() - startedAt });
  },
);

/** A catalogue in a bucket is only replaced as a whole, so the next refresh stores the transcript there. */
async function storeNow(key: string, { objects }: TranscriptionAccess): Promise<void> {
  const { CATALOGUE_URL } = config();
  if (catalogueKind(CATALOGUE_URL) === 'object') return;
  const job = (await readLedger(objects)).jobs[key];
  const text = await readText(objects, key);
  if (job === undefined || text === null) return;
  const { feed, identity } = job;
  await updateCatalogue(CATALOGUE_URL, (catalogue) =>
    catalogue.write(() => recordTranscribed({ feed, identity, ...text })),
  );
  await startAlerts(Date.now());
}
