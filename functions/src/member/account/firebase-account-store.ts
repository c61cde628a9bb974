import { MINUTE_MS } from '../../contract/index.ts';
import { deleteDocuments } from '../../accounts/delete-documents.ts';
import { enqueueTask } from '../../platform/enqueue-task.ts';
import { accounts, database } from '../../platform/firebase-admin.ts';
import type { AccountStore } from './delete-account.ts';
import { findUser, unlessGone } from '../../platform/find-user.ts';
import * as z from 'zod';

/** Identity tokens are valid for 60 minutes. The other 15 minutes are for a slow deletion. */
const SWEEP_DELAY_MS = 75 * MINUTE_MS;

export const sweepTaskSchema = z.strictObject({ uid: z.string().min(1).max(128) });

export const firebaseAccountStore: AccountStore = {
  async scheduleSweep(uid) {
    await enqueueTask('sweepAccount', { uid }, { atMs: Date.now() + SWEEP_DELAY_MS });
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
