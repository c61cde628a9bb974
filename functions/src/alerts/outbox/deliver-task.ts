import { HttpsError } from 'firebase-functions/v2/https';
import { onTaskDispatched } from 'firebase-functions/v2/tasks';
import { mailSecrets, openMailer } from '../../delivery/mail/transport/drivers.ts';
import { readSuppression } from '../../delivery/mail/suppressions.ts';
import { alertLimits, config, mailConfig } from '../../platform/config.ts';
import { REGION, secretsOf } from '../../platform/runtime-options.ts';
import { findUser } from '../../platform/find-user.ts';
import { database } from '../../platform/firebase-admin.ts';
import { openObjects } from '../../catalogue/file/object-store.ts';
import { readBlockedShows } from './blocked-shows.ts';
import { composeDigest } from './compose-digest.ts';
import { deliverDigest as deliver } from './deliver-digest.ts';
import { cloudTasksQueue, deliveryTaskSchema } from './delivery-queue.ts';

/** Concurrent deliveries per process. A delivery mostly waits for other services. */
const AT_ONCE = 16;
const TAKES_SECONDS = 2;

const { mailsPerSecond } = alertLimits();
const deliveriesAtOnce = Math.max(40, mailsPerSecond * TAKES_SECONDS);

/** Cloud Tasks retries a failed delivery for half an hour, then `resumeDigests` does so hourly for a day. */
export const deliverDigest = onTaskDispatched<unknown>(
  {
    region: REGION,
    memory: '512MiB',
    timeoutSeconds: 120,
    maxInstances: Math.ceil(deliveriesAtOnce / AT_ONCE),
    concurrency: AT_ONCE,
    retryConfig: { maxAttempts: 6, minBackoffSeconds: 60, maxBackoffSeconds: 900 },
    rateLimits: {
      maxConcurrentDispatches: deliveriesAtOnce,
      maxDispatchesPerSecond: mailsPerSecond,
    },
    secrets: secretsOf('unsubscribe', mailSecrets()),
  },
  async ({ data }) => {
    const { digestId } = deliveryTaskSchema.parse(data);
    if (!config().ALERTS_ENABLED) {
      throw new HttpsError('unavailable', 'ALERTS_ENABLED is false');
    }
    // Precedes the claim, so that invalid settings do not use up an attempt.
    const settings = mailConfig();
    const mailer = await openMailer(settings.from);
    const { firestoreOutbox } = await import('./firestore-outbox.ts');
    const result = await deliver(
      {
        store: firestoreOutbox(await database()),
        mailer,
        deliverAt: (id, atMs) => cloudTasksQueue.enqueue(id, `at-${atMs}`, atMs),
        findRecipient: findUser,
        isSuppressed: async (email) => (await readSuppression(email)) !== null,
        compose: (digest, timeZone, id) => composeDigest(id, digest, timeZone, settings),
        blockedShows: () => readBlockedShows(openObjects(config().ALERT_INDEX_URL)),
        now: Date.now,
      },
      digestId,
    );
    if (result === 'later') throw new HttpsError('unavailable', 'to be tried again');
  },
);
