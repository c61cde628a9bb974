import { DEFAULT_PREFERENCES, type NewPreferences } from 'functions/contract';
import { type DocumentReference, runTransaction, serverTimestamp } from 'firebase/firestore';
import { browserTimeZone } from '#shared/text/browser-time-zone.ts';

/**
 * Gives a person who never chose any the usual preferences, in the time zone of this browser: eight
 * in the morning is to be theirs. What another tab chooses meanwhile stays.
 */
export async function storeFirstPreferences(person: DocumentReference): Promise<void> {
  await runTransaction(person.firestore, async (transaction) => {
    const stored = await transaction.get(person);
    if (stored.get('updatedAt') !== undefined) return;
    const preferences: NewPreferences = { ...DEFAULT_PREFERENCES, timeZone: browserTimeZone() };
    transaction.set(person, { ...preferences, updatedAt: serverTimestamp() }, { merge: true });
  });
}
