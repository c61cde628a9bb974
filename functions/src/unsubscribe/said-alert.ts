import { createHash } from 'node:crypto';
import type { AlertQuery } from '../contract/index.ts';

/** Letters of the hash; a mail has many links. */
const LENGTH = 8;

/**
 * What a mail said of an alert, in a few letters. Whoever holds a forwarded mail holds its links: their pages name the
 * alert only while it asks for what the mail said.
 */
export function saidOf({ keyword, language }: AlertQuery): string {
  const text = JSON.stringify([keyword, language ?? 0]);
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}
