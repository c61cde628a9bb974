import { AppError } from '../app-error.ts';
import { withTimeout } from '../with-timeout.ts';

/**
 * Less than the 30 seconds after which Cloud Run ends most of our requests without an answer. A Firestore that does not
 * answer would otherwise hold a request for minutes.
 */
const WITHIN_MS = 25_000;

/** Throws 'upstream-timeout'. A later result is ignored. */
export function answerInTime<T>(work: () => Promise<T>, withinMs = WITHIN_MS): Promise<T> {
  return withTimeout(withinMs, work, {
    late: () => {
      throw new AppError(
        'upstream-timeout',
        'the database did not answer in time, please try again',
      );
    },
  });
}
