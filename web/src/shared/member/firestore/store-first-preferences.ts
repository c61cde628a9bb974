import { DEFAULT_PREFERENCES, type NewPreferences } from 'functions/contract';
import { type DocumentReference, runTransaction, serverTimestamp } from 'firebase/firestore';
import { browserTimeZone } from '#shared/text/browser-time-zone.ts';

/**
 * Saves the default preferences for a person who never chose any, in the time zone of this browser, so
 * that eight in the morning is their own. What another tab saves meanwhile stays.
 */
export async function storeFirstPreferences(person: DocumentReference): Promise<void> {
  await runTransaction(person.firestore, async (transaction) => {
    const stored = await transaction.get(person);
    if (stored.get('updatedAt') !== undefined) return;
    const preferences: NewPreferences = { ...DEFAULT_PREFERENCES, timeZone: browserTimeZone() };
    transaction.set(person, { ...preferences, updatedAt: serverTimestamp() }, { merge: true });
  });
}
