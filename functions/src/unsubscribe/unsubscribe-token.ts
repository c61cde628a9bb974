import * as z from 'zod';
import type { UnsubscribeKeys } from '../platform/mail-config.ts';
import { readToken, signToken } from './signed-token.ts';

/**
 * What the holder of a link may stop: one alert of a person or, with null, all of that person's
 * mail.
 */
export interface UnsubscribeGrant {
  uid: string;
  alertId: string | null;
}

const grantSchema = z.tuple([z.string().min(1), z.string().min(1).nullable()]);

/** A token that stops what is granted; see {@link signToken}. */
export function signUnsubscribe({ uid, alertId }: UnsubscribeGrant, keys: UnsubscribeKeys): string {
  return signToken('u1', [uid, alertId], keys);
}

/** What a token grants, or null when none of the keys signed it. */
export function readUnsubscribe(token: string, keys: UnsubscribeKeys): UnsubscribeGrant | null {
  const content = readToken('u1', token, keys);
  if (content === null) return null;
  const [uid, alertId] = grantSchema.parse(content);
  return { uid, alertId };
}
