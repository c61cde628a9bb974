import { deleteDocuments } from '../../accounts/delete-documents.ts';
import { accounts, database, taskQueues } from '../../platform/firebase-admin.ts';
import type { AccountStore } from './delete-account.ts';
import { findUser, unlessGone } from '../../platform/find-user.ts';
import * as z from 'zod';
import { REGION } from '../../platform/runtime-options.ts';

const SWEEP_QUEUE = `locations/${REGION}/functions/sweepAccount`;

/** Identity tokens are valid for 60 minutes. The other 15 minutes are for a slow deletion. */
const SWEEP_DELAY_SECONDS = 75 * 60;

export const sweepTaskSchema = z.strictObject({ uid: z.string().min(1).max(128) });

type SweepTask = z.infer<typeof sweepTaskSchema>;

export const firebaseAccountStore: AccountStore = {
  async scheduleSweep(uid) {
    const queue = taskQueues().taskQueue<SweepTask>(SWEEP_QUEUE);
    await queue.enqueue({ uid }, { scheduleDelaySeconds: SWEEP_DELAY_SECONDS });
  },

  async deleteDocuments(uid) {
    return deleteDocuments(await database(), uid);
  },

  async deleteUser(uid) {
    await unlessGone(accounts().deleteUser(uid));
  },

  async hasUser(uid) {
    return (await findUser(uid)) !== null;
  },
};
