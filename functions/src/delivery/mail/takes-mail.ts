import pLimit from 'p-limit';
import { accounts } from '../../platform/firebase-admin.ts';
import { isVerified } from '../../platform/sign-up-rule.ts';
import { readSuppression } from './suppressions.ts';

/** The maximum that Firebase Authentication allows. */
const ACCOUNTS_PER_REQUEST = 100;
const CONCURRENT_READS = 24;

/** Returns the uids of enabled accounts whose address is verified and not suppressed. */
export async function takesMail(uids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  await pLimit(CONCURRENT_READS).map([...(await verifiedEmails(uids))], async ([uid, email]) => {
    if ((await readSuppression(email)) === null) found.add(uid);
  });
  return found;
}

/** Addresses of enabled accounts whose address is verified, by uid. */
export async function verifiedEmails(
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < uids.length; at += ACCOUNTS_PER_REQUEST) {
    const some = uids.slice(at, at + ACCOUNTS_PER_REQUEST).map((uid) => ({ uid }));
    const { users } = await accounts().getUsers(some);
    for (const user of users) {
      const { uid, email, disabled } = user;
      if (email && isVerified(user) && !disabled) found.set(uid, email);
    }
  }
  return found;
}
