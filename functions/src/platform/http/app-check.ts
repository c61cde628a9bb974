import type { AppCheck } from 'firebase-admin/app-check';
import { AppError } from '../app-error.ts';
import { withTimeout } from '../with-timeout.ts';

/** Long enough to fetch Google's keys, which a check does every six hours. */
const TIMEOUT_MS = 5_000;

/** Throws `app-not-verified`, or `upstream-unavailable` if Google's keys cannot be fetched. */
export async function requireVerifiedApp(
  token: string | string[] | undefined,
  appCheck: Pick<AppCheck, 'verifyToken'>,
): Promise<void> {
  if (typeof token !== 'string' || token === '') {
    throw new AppError('app-not-verified', 'the call carries no App Check token');
  }
  try {
    await withTimeout(TIMEOUT_MS, () => appCheck.verifyToken(token));
  } catch (cause) {
    if (isKeyFetchFailure(cause)) {
      throw new AppError('upstream-unavailable', 'App Check tokens cannot be checked now', {
        cause,
      });
    }
    throw new AppError('app-not-verified', 'the App Check token is not valid', { cause });
  }
}

/** Reads the message, because firebase-admin uses one error code for missing keys and invalid tokens. */
function isKeyFetchFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || error.message.includes('Error fetching');
}
