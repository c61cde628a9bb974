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
