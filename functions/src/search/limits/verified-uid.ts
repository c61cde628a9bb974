import type { Auth } from 'firebase-admin/auth';
import { withTimeout } from '../../platform/with-timeout.ts';

/** Google's keys are asked for a few times a day; a search does not wait longer for them. */
const DEADLINE_MS = 2_000;

/**
 * Who signed in, by the identity token in an `Authorization` header; null where there is none, or
 * none that can be proven. For counting only: nobody is refused for a bad token, they are a visitor.
 */
export async function verifiedUid(
  header: string | undefined,
  auth: Pick<Auth, 'verifyIdToken'>,
): Promise<string | null> {
  const [, token] = /^Bearer ([\w.-]{1,4096})$/.exec(header ?? '') ?? [];
  if (token === undefined) return null;
  try {
    return (await withTimeout(DEADLINE_MS, () => auth.verifyIdToken(token))).uid;
  } catch {
    return null; // expired, forged, or unprovable just now: counted by address, like any visitor
  }
}
