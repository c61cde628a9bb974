import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { UnsubscribeKeys } from '../platform/mail-config.ts';

/** What the holder of a link may stop: one alert of a person, or with null all of that person's mails. */
export interface UnsubscribeGrant {
  uid: string;
  alertId: string | null;
}

/** Says how a token is made; a later way gets another, and old links go on working. */
const VERSION = 'u1';

/** Firestore allows no longer ids; what is longer was never signed by us. */
const MAX_TOKEN_LENGTH = 4096;

const grantSchema = z.tuple([z.string().min(1), z.string().min(1).nullable()]);

/**
 * A token for links in mails, safe in an address without encoding. It does not expire: an
 * unsubscribe link must work as long as somebody keeps the mail. The first key signs it.
 */
export function signUnsubscribe(
  { uid, alertId }: UnsubscribeGrant,
  [signing]: UnsubscribeKeys,
): string {
  const payload = Buffer.from(JSON.stringify([uid, alertId])).toString('base64url');
  return `${VERSION}.${payload}.${signature(payload, signing)}`;
}

/** What a token grants, or null when none of the keys signed it. */
export function readUnsubscribe(token: string, keys: UnsubscribeKeys): UnsubscribeGrant | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [, payload, given] = /^u1\.([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
  if (payload === undefined || given === undefined) return null;
  if (!keys.some((key) => isSignature(given, payload, key))) return null;
  const [uid, alertId] = grantSchema.parse(
    JSON.parse(Buffer.from(payload, 'base64url').toString()),
  );
  return { uid, alertId };
}

/** Compares text: several texts of base64url stand for the same bytes, and only one was given out. */
function isSignature(given: string, payload: string, key: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(payload, key)));
}

function signature(payload: string, key: string): string {
  return createHmac('sha256', key).update(`${VERSION}.${payload}`).digest('base64url');
}
