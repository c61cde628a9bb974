import { HttpsError } from 'firebase-functions/v2/https';
import { onTaskDispatched } from 'firebase-functions/v2/tasks';
import { config, siteIdentity } from '../../platform/config.ts';
import { database } from '../../platform/firebase-admin.ts';
import { REGION } from '../../platform/runtime-options.ts';
import { accountStanding } from '../../accounts/account-standing.ts';
import { openObjects } from '../../catalogue/file/object-store.ts';
import { readBlockedShows } from './blocked-shows.ts';
import { deliveryTaskSchema, messageQueue } from './delivery-queue.ts';
import { deliverMessage } from './deliver-message.ts';

/** Concurrent deliveries per process. A delivery mostly waits for its receiver, at most 15 seconds. */
const AT_ONCE = 80;
const INSTANCES = 5;

/** Cloud Tasks retries our own failures, and `resumeDigests` does so after the last attempt. */
export const deliverToChannel = onTaskDispatched<unknown>(
  {
    region: REGION,
    memory: '512MiB',
    timeoutSeconds: 120,
    maxInstances: INSTANCES,
    concurrency: AT_ONCE,
    retryConfig: { maxAttempts: 6, minBackoffSeconds: 10, maxBackoffSeconds: 900 },
    rateLimits: { maxConcurrentDispatches: INSTANCES * AT_ONCE, maxDispatchesPerSecond: 300 },
  },
  async ({ data }) => {
    const { digestId } = deliveryTaskSchema.parse(data);
    if (!config().ALERTS_ENABLED) {
      throw new HttpsError('unavailable', 'ALERTS_ENABLED is false');
    }
    const [{ firestoreOutbox }, { readTarget }, { sendToChannel }] = await Promise.all([
      import('./firestore-outbox.ts'),
      import('../../delivery/channels/firestore-channels.ts'),
      import('../../delivery/channels/send-to-channel.ts'),
    ]);
    const result = await deliverMessage(
      {
        store: firestoreOutbox(await database()),
        deliverAt: (id, atMs) => messageQueue.enqueue(id, `at-${Math.ceil(atMs)}`, atMs),
        findTarget: (uid, channelId) => readTarget(uid, channelId, Date.now()),
        standingOf: accountStanding,
        send: sendToChannel,
        siteUrl: siteIdentity().url,
        blockedShows: () => readBlockedShows(openObjects(config().ALERT_INDEX_URL)),
        now: Date.now,
      },
      digestId,
    );
    if (result === 'later') throw new HttpsError('unavailable', 'to be tried again');
  },
);
