import { createHash } from 'node:crypto';

/** SHA-256 in 64 lower-case hex digits; of a text, of its UTF-8 bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
