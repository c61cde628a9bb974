import type { AppCheck } from 'firebase-admin/app-check';
import { AppError } from '../app-error.ts';
import { withTimeout } from '../with-timeout.ts';

/** Timeout of a check; every six hours, one has to fetch Google's keys first. */
const DEADLINE_MS = 5_000;

/**
 * Throws `app-not-verified` without a valid token, `upstream-unavailable` if Google's keys cannot be fetched.
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

/** firebase-admin has one error code for missing keys and invalid tokens: only the message differs. */
function areKeysMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || error.message.includes('Error fetching');
}
