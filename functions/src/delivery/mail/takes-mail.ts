import pLimit from 'p-limit';
import { accounts } from '../../platform/firebase-admin.ts';
import { readSuppression } from './suppressions.ts';

/** Accounts per request to Firebase Authentication. */
const ACCOUNTS_AT_ONCE = 100;
const READS_AT_ONCE = 24;

/** Returns the uids of those people whose account is in use, with an address that is verified and not suppressed. */
export async function takesMail(uids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < uids.length; at += ACCOUNTS_AT_ONCE) {
    const some = uids.slice(at, at + ACCOUNTS_AT_ONCE).map((uid) => ({ uid }));
    const { users } = await accounts().getUsers(some);
    await pLimit(READS_AT_ONCE).map(users, async ({ uid, email, emailVerified, disabled }) => {
      if (!email || !emailVerified || disabled) return;
      if ((await readSuppression(email)) === null) found.add(uid);
    });
  }
  return found;
}
