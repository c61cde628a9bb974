/** Null if the body exceeds `maxBytes`; the rest is not read. Rejects if the body ends early. */
export async function readResponseBody(
  body: AsyncIterable<unknown>,
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** HTTP date ("Sat, 21 Nov 2026 02:01:00 GMT") or ISO 8601. Other formats are ambiguous. */
const DATE = /^(?:[a-z]{3,9}, |\d{4}-\d{2}-\d{2}T).*\d{2}:\d{2}:\d{2}/i;

/** Parses seconds or a date; 0 for a past date. Null if absent, repeated or malformed. */
export function retryAfterMs(header: unknown, nowMs: number, maxMs: number): number | null {
  if (typeof header !== 'string') return null;
  const written = header.trim();
  const waitMs = /^\d+$/.test(written) ? Number(written) * 1000 : dateMs(written) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), maxMs);
}

function dateMs(written: string): number {
  return DATE.test(written) ? Date.parse(written) : Number.NaN;
}

/** Scope of a rejection: this message, every message to this address, or any message at this moment. */
export type Refusal = 'content' | 'address' | 'moment';

/** In order: invalid, forbidden (firewalls reject single words), too large, unprocessable. */
const CONTENT_STATUSES = [400, 403, 413, 422];
/** In order: timeout, too early, too many requests. All 5xx are temporary too. */
const TEMPORARY_STATUSES = [408, 425, 429];

/** Treats a redirect as a rejection of the address. */
export function refusalOf(status: number): Refusal {
  if (CONTENT_STATUSES.includes(status)) return 'content';
  return status >= 500 || TEMPORARY_STATUSES.includes(status) ? 'moment' : 'address';
}
