import { type DocumentReference, runTransaction, serverTimestamp } from 'firebase/firestore';
import { DEFAULT_PREFERENCES, type NewPreferences } from 'functions/contract';
import { browserTimeZone } from '#shared/text/browser-time-zone.ts';

/**
 * Saves default preferences in the browser's time zone unless some exist, perhaps saved in another
 * tab.
 */
async function storeFirstPreferences(person: DocumentReference): Promise<void> {
  await runTransaction(person.firestore, async (transaction) => {
    const stored = await transaction.get(person);
    if (stored.get('updatedAt') !== undefined) return;
    const preferences: NewPreferences = { ...DEFAULT_PREFERENCES, timeZone: browserTimeZone() };
    transaction.set(person, { ...preferences, updatedAt: serverTimestamp() }, { merge: true });
  });
}

/**
 * A transaction fails at once if Firestore cannot be reached. Firestore's emulator also denies the
 * commit (403) if the server creates the document after the transaction has read it as missing.
 */
export async function retryFirstPreferences(person: DocumentReference): Promise<void> {
  for (const waitMs of [0, 1000, 5000, 20_000]) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      await storeFirstPreferences(person);
      return;
    } catch {
      // Retried after the next wait.
    }
  }
}
