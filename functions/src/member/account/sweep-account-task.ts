import { onTaskDispatched } from 'firebase-functions/v2/tasks';
import { log } from '../../platform/log.ts';
import { REGION } from '../../platform/runtime-options.ts';
import { sweepAccount as sweep } from './delete-account.ts';
import { firebaseAccountStore, sweepTaskSchema } from './firebase-account-store.ts';

/** Runs 75 minutes after `deleteAccount`; the emulator ignores the delay. */
export const sweepAccount = onTaskDispatched<unknown>(
  {
    region: REGION,
    memory: '512MiB',
    timeoutSeconds: 300,
    maxInstances: 2,
    concurrency: 10,
    retryConfig: { maxAttempts: 20, minBackoffSeconds: 60, maxBackoffSeconds: 3600 },
    rateLimits: { maxConcurrentDispatches: 10, maxDispatchesPerSecond: 5 },
  },
  async ({ data }) => {
    const deletes = await sweep(firebaseAccountStore, sweepTaskSchema.parse(data).uid);
    log('info', 'account-swept', deletes === null ? { kept: true } : { deletes });
  },
);
