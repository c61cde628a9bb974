import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import { HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { accounts, database } from '../platform/firebase-admin.ts';
import { errorName, log } from '../platform/log.ts';

const PROGRESS_PATH = 'system/verification';

/** Accounts created within an hour before the upgrade count as new, as do all accounts of a fresh installation. */
const NEW_FOR_MS = HOUR_MS;

const ACCOUNTS_AT_ONCE = 1000;

/** Part of the four minutes that a scheduled run has for all its work. */
const TIME_BUDGET_MS = MINUTE_MS;

const progressSchema = z.object({
  /** When a version that stores `verifiedAt` first ran in this installation. */
  sinceMs: z.number(),
  isDone: z.boolean(),
  page: z.string().nullable(),
});

type Progress = z.infer<typeof progressSchema>;

async function readProgress(): Promise<Progress> {
  const firestore = await database();
  const document = firestore.doc(PROGRESS_PATH);
  return firestore.runTransaction(async (transaction) => {
    const stored = (await transaction.get(document)).data();
    if (stored !== undefined) return progressSchema.parse(stored);
    const begun: Progress = { sinceMs: Date.now(), isDone: false, page: null };
    transaction.set(document, begun);
    return begun;
  });
}

export async function isLeftToSweep(accountCreatedAtMs: number): Promise<boolean> {
  const { sinceMs, isDone } = await readProgress();
  return !isDone && accountCreatedAtMs < sinceMs - NEW_FOR_MS;
}

/**
 * Runs once after the upgrade from 1.0, which did not store when an address was verified. Stores `verifiedAt` for
 * all accounts verified by then, so that they keep what they created. Resumes where it stopped.
 */
export async function noteVerifiedAccounts(): Promise<void> {
  const untilMs = Date.now() + TIME_BUDGET_MS;
  try {
    const firestore = await database();
    let progress = await readProgress();
    while (!progress.isDone && Date.now() < untilMs) {
      const { users, pageToken } = await accounts().listUsers(
        ACCOUNTS_AT_ONCE,
        progress.page ?? undefined,
      );
      const writer = firestore.bulkWriter();
      for (const { uid, emailVerified, metadata } of users) {
        const createdAtMs = Date.parse(metadata.creationTime);
        if (!emailVerified || createdAtMs >= progress.sinceMs - NEW_FOR_MS) continue;
        const verifiedAt = Timestamp.fromMillis(createdAtMs);
        void writer.set(firestore.doc(`users/${uid}`), { verifiedAt }, { merge: true });
      }
      await writer.close();
      progress = { ...progress, isDone: pageToken === undefined, page: pageToken ?? null };
      await firestore.doc(PROGRESS_PATH).set(progress);
    }
  } catch (error) {
    log('error', 'verified-accounts-not-noted', { error: errorName(error) });
  }
}
