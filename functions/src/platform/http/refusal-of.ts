/** What a receiver's refusal is about: this message, every message to the address, or the present moment. */
export type Refusal = 'content' | 'address' | 'moment';

/** Statuses: invalid, forbidden (firewalls react to a word), too large, unprocessable. */
const OF_CONTENT = [400, 403, 413, 422];
/** Statuses besides 5xx: timeout, too early, too many requests. */
const OF_THE_MOMENT = [408, 425, 429];

/** The meaning of a status that refuses; redirects count as refusals of the address. */
export function refusalOf(status: number): Refusal {
  if (OF_CONTENT.includes(status)) return 'content';
  return status >= 500 || OF_THE_MOMENT.includes(status) ? 'moment' : 'address';
}
