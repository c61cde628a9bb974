import { createHash } from 'node:crypto';
import type { AlertQuery } from '../../contract/index.ts';

/** Short, because a mail has many links. */
const LENGTH = 8;

/**
 * Hash of an alert's query for the links of a mail. Forwarding a mail shares its links, so their pages name the
 * alert only while its query is still the one in the mail.
 */
export function saidOf({ keyword, language }: AlertQuery): string {
  const text = JSON.stringify([keyword, language ?? 0]);
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}
