import { createHash } from 'node:crypto';
import type { AlertQuery } from '../../contract/index.ts';

/** Letters of the hash; short, because a mail has many links. */
const LENGTH = 8;

/**
 * A short hash of what a mail said of an alert. A forwarded mail passes its links on, so their pages name the
 * alert only while its query is still the one that the mail said.
 */
export function saidOf({ keyword, language }: AlertQuery): string {
  const text = JSON.stringify([keyword, language ?? 0]);
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}
