import pLimit from 'p-limit';
import { FieldValue } from 'firebase-admin/firestore';
import { accounts, database } from '../../platform/firebase-admin.ts';
import { suppressionPath } from './suppressions.ts';

/** Limit of people per run, and of accounts that Firebase Authentication answers at once. */
const MOST_PEOPLE = 500;
const ACCOUNTS_AT_ONCE = 100;
const READS_AT_ONCE = 24;

/**
 * Copies the suppression of each person's address into their document: the address may have been suppressed
 * before they had an account. Removes the copy if the present address is not suppressed.
 */
export async function noteSuppressions(uids: readonly string[]): Promise<void> {
  const firestore = await database();
  for (let at = 0; at < Math.min(uids.length, MOST_PEOPLE); at += ACCOUNTS_AT_ONCE) {
    const some = uids.slice(at, at + ACCOUNTS_AT_ONCE).map((uid) => ({ uid }));
    const { users } = await accounts().getUsers(some);
    await pLimit(READS_AT_ONCE).map(users, async ({ uid, email }) => {
      if (!email) return;
      const [suppressed, person] = await firestore.getAll(
        firestore.doc(suppressionPath(email)),
        firestore.doc(`users/${uid}`),
      );
      const isNoted = person?.get('suppression') !== undefined;
      if (person?.exists !== true || suppressed?.exists === isNoted) return;
      const suppression = isNoted
        ? FieldValue.delete()
        : { reason: suppressed?.get('reason') as unknown, at: suppressed?.get('at') as unknown };
      await person.ref.update({ suppression });
    });
  }
}
