import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { UnsubscribeKeys } from '../platform/mail-config.ts';

/**
 * What the holder of a link may stop: one alert of a person or, with null, all of that person's
 * mail.
 */
export interface UnsubscribeGrant {
  uid: string;
  alertId: string | null;
}

/** Version of the token's format; a new format gets a new one, and old links stay valid. */
const VERSION = 'u1';

/** Firestore ids are shorter, so we never signed a longer token. */
const MAX_TOKEN_LENGTH = 4096;

const grantSchema = z.tuple([z.string().min(1), z.string().min(1).nullable()]);

/**
 * A token for links in mails, safe in an address without encoding. It never expires, because an
 * unsubscribe link must work as long as the mail is kept. The first key signs it.
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

/**
 * Compares text, not bytes: several base64url texts decode to the same bytes, and only one was
 * issued.
 */
function isSignature(given: string, payload: string, key: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(payload, key)));
}

function signature(payload: string, key: string): string {
  return createHmac('sha256', key).update(`${VERSION}.${payload}`).digest('base64url');
}
