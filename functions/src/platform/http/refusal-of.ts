/** What a receiver refuses: this message, every message to this address, or any message at this moment. */
export type Refusal = 'content' | 'address' | 'moment';

/** Statuses: invalid, forbidden (firewalls refuse single words), too large, unprocessable. */
const OF_CONTENT = [400, 403, 413, 422];
/** Statuses besides 5xx: timeout, too early, too many requests. */
const OF_THE_MOMENT = [408, 425, 429];

/** What a status refuses; a redirect refuses the address. */
export function refusalOf(status: number): Refusal {
  if (OF_CONTENT.includes(status)) return 'content';
  return status >= 500 || OF_THE_MOMENT.includes(status) ? 'moment' : 'address';
}
