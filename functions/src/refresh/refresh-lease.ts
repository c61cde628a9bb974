import * as z from 'zod';
import { catalogueKind } from '../catalogue/file/open-catalogue.ts';
import { config } from '../platform/config.ts';
import { database } from '../platform/firebase-admin.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { errorName, log } from '../platform/log.ts';

/** A refresh does not wait longer for Firestore. */
const TIMEOUT_MS = 10_000;

const leaseSchema = z.object({ untilMs: z.number() }).catch({ untilMs: 0 });

/**
 * A catalogue in a bucket is replaced as a whole, so an early refresh in between would make the scheduled one repeat its
 * work. Other catalogues need no lease.
 */
const needsLease = () => catalogueKind(config().CATALOGUE_URL) === 'object';

const lease = async () => (await database()).doc('system/refresh');

/** The scheduled refresh never waits, and runs without a lease if Firestore is away. */
export async function holdRefresh(untilMs: number): Promise<void> {
  await unlessAway(async () => (await lease()).set({ untilMs }));
}

/** False while another refresh holds the lease. */
export async function takeRefresh(now: number, untilMs: number): Promise<boolean> {
  if (!needsLease()) return true;
  return replace((held) => held <= now, untilMs);
}

/** @param untilMs Identifies the lease, so that nobody ends another's. */
export async function releaseRefresh(untilMs: number): Promise<void> {
  await unlessAway(() => replace((held) => held === untilMs, 0));
}

async function replace(isReplaced: (heldMs: number) => boolean, untilMs: number): Promise<boolean> {
  const document = await lease();
  return document.firestore.runTransaction(async (transaction) => {
    const held = leaseSchema.parse((await transaction.get(document)).data());
    if (!isReplaced(held.untilMs)) return false;
    transaction.set(document, { untilMs });
    return true;
  });
}

async function unlessAway(work: () => Promise<unknown>): Promise<void> {
  if (!needsLease()) return;
  try {
    await withTimeout(TIMEOUT_MS, work);
  } catch (error) {
    log('warn', 'refresh-lease-away', { reason: errorName(error) });
  }
}
