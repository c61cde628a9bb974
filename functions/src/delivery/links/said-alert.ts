import { createHash } from 'node:crypto';
import type { AlertQuery } from '../../contract/index.ts';

/** Short, because a mail has many links. */
const LENGTH = 8;

/** Hash of a query. A forwarded mail shares its links: their pages name only alerts whose query the mail shows. */
export function saidOf({ keyword, language }: AlertQuery): string {
  const text = JSON.stringify([keyword, language ?? 0]);
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}
