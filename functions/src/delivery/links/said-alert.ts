import { createHash } from 'node:crypto';
import type { AlertQuery } from '../../contract/index.ts';

/** Characters of the hash; few, because a mail has many links. */
const LENGTH = 8;

/** Hashes a query. A forwarded mail shares its links, so their pages name only alerts whose query the mail shows. */
export function saidOf({ keyword, language }: AlertQuery): string {
  const text = JSON.stringify([keyword, language ?? 0]);
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}
