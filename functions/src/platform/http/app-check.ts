import type { AppCheck } from 'firebase-admin/app-check';
import { AppError } from '../app-error.ts';
import { withTimeout } from '../with-timeout.ts';

/** Google's keys are fetched once in six hours; a search waits no longer than this for them. */
const DEADLINE_MS = 5_000;

/**
 * Refuses a call whose `X-Firebase-AppCheck` header holds no valid token of this project, with
 * 'app-not-verified'. Without the keys to check it, the call fails with 'upstream-unavailable':
 * nothing passes unchecked.
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

/**
 * Whether Google's keys could not be fetched. firebase-admin uses one code for that and for a bad
 * token, so only the message tells them apart.
 */
function areKeysMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || error.message.includes('Error fetching');
}
