import { createHash } from 'node:crypto';

/** The SHA-256 hash as 64 lower-case hex digits; strings are encoded as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
