import type { AppCheck } from 'firebase-admin/app-check';
import { AppError } from '../app-error.ts';
import { withTimeout } from '../with-timeout.ts';

/** Google's keys are asked for once in six hours; a search does not wait longer for them. */
const DEADLINE_MS = 5_000;

/**
 * Refuses a call whose `X-Firebase-AppCheck` header is not a valid token of this project, with
 * 'app-not-verified'. When the keys to check it with cannot be had, the call fails with
 * 'upstream-unavailable': nothing is let in unchecked.
 */
export async function requireVerifiedApp(
  token: string | string[] | undefined,
  appCheck: Pick<AppCheck, 'verifyToken'>,
): Promise<void> {
  if (typeof token !== 'string' || token === '') {
    throw new AppError('app-not-verified', 'the call carries no App Check token');
  }
  try {
    await withTimeout(DEADLINE_MS, () => appCheck.verifyToken(token));
  } catch (cause) {
    if (areKeysMissing(cause)) {
      throw new AppError('upstream-unavailable', 'App Check tokens cannot be checked now', {
        cause,
      });
    }
    throw new AppError('app-not-verified', 'the App Check token is not valid', { cause });
  }
}

/** firebase-admin has one code for both; its words tell keys that were not to be had from a bad token. */
function areKeysMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || error.message.includes('Error fetching');
}
