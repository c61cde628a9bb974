import pLimit from 'p-limit';
import { accounts } from '../../platform/firebase-admin.ts';
import { readSuppression } from './suppressions.ts';

/** The maximum that Firebase Authentication allows. */
const ACCOUNTS_PER_REQUEST = 100;
const CONCURRENT_READS = 24;

/** Returns the uids of enabled accounts whose address is verified and not suppressed. */
export async function takesMail(uids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < uids.length; at += ACCOUNTS_PER_REQUEST) {
    const some = uids.slice(at, at + ACCOUNTS_PER_REQUEST).map((uid) => ({ uid }));
    const { users } = await accounts().getUsers(some);
    await pLimit(CONCURRENT_READS).map(users, async ({ uid, email, emailVerified, disabled }) => {
      if (!email || !emailVerified || disabled) return;
      if ((await readSuppression(email)) === null) found.add(uid);
    });
  }
  return found;
}
