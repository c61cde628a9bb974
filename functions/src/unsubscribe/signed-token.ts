import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UnsubscribeKeys } from '../platform/mail-config.ts';

/**
 * What a token is for, and the version of its format: `u1` stops emails, `c1` changes alerts or the
 * cadence. It is signed with the rest, so a token for one purpose is not valid for another.
 */
export type TokenPurpose = 'u1' | 'c1';

/** Firestore ids and terms of a question are shorter, so we never signed a longer token. */
const MAX_TOKEN_LENGTH = 4096;

/**
 * A token for links in mails, safe in an address without encoding. It never expires, because a link
 * must work as long as the mail is kept. The first key signs it.
 */
export function signToken(
  purpose: TokenPurpose,
  content: unknown,
  [signing]: UnsubscribeKeys,
): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${purpose}.${payload}.${signature(purpose, payload, signing)}`;
}

/** What was signed for this purpose, or null when none of the keys signed it. */
export function readToken(purpose: TokenPurpose, token: string, keys: UnsubscribeKeys): unknown {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [, named, payload, given] = /^(\w{2})\.([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
  if (named !== purpose || payload === undefined || given === undefined) return null;
  if (!keys.some((key) => isSignature(given, signature(purpose, payload, key)))) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/**
 * Compares text, not bytes: several base64url texts decode to the same bytes, and only one was
 * issued.
 */
function isSignature(given: string, wanted: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}

function signature(purpose: TokenPurpose, payload: string, key: string): string {
  return createHmac('sha256', key).update(`${purpose}.${payload}`).digest('base64url');
}
