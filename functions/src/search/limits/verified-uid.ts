import type { Auth } from 'firebase-admin/auth';
import { withTimeout } from '../../platform/with-timeout.ts';

/** Google's keys are fetched a few times a day; a search waits no longer than this for them. */
const DEADLINE_MS = 2_000;

/**
 * The signed-in person, by the identity token in an `Authorization` header; null without a valid
 * one. For counting only: a bad token is not refused, its caller counts as a visitor.
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
