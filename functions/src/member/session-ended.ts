import { HttpsError } from 'firebase-functions/v2/https';
import type { SessionRefusal } from '../contract/index.ts';

export function sessionEnded(): HttpsError {
  const details: SessionRefusal = { code: 'session-ended' };
  return new HttpsError('unauthenticated', 'sign in again', details);
}
