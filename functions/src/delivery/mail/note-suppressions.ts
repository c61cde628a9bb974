import pLimit from 'p-limit';
import { FieldValue } from 'firebase-admin/firestore';
import { accounts, database } from '../../platform/firebase-admin.ts';
import { suppressionPath } from './suppressions.ts';

const MAX_PEOPLE_PER_RUN = 500;
/** The maximum that Firebase Authentication allows. */
const ACCOUNTS_PER_REQUEST = 100;
const CONCURRENT_READS = 24;

/**
 * Updates the suppression in each person's document, because an address can be suppressed before it has an account.
 */
export async function noteSuppressions(uids: readonly string[]): Promise<void> {
  const firestore = await database();
  for (let at = 0; at < Math.min(uids.length, MAX_PEOPLE_PER_RUN); at += ACCOUNTS_PER_REQUEST) {
    const some = uids.slice(at, at + ACCOUNTS_PER_REQUEST).map((uid) => ({ uid }));
    const { users } = await accounts().getUsers(some);
    await pLimit(CONCURRENT_READS).map(users, async ({ uid, email }) => {
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
