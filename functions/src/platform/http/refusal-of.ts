/** What a receiver's answer is about: this message, every message to the address, or this moment. */
export type Refusal = 'content' | 'address' | 'moment';

/** Invalid, forbidden (as firewalls answer to a word), too large, unprocessable. */
const OF_CONTENT = [400, 403, 413, 422];
/** Besides 5xx: the time is over, too early, too many. */
const OF_THE_MOMENT = [408, 425, 429];

/** For statuses that refuse; those of redirects are refusals of the address. */
export function refusalOf(status: number): Refusal {
  if (OF_CONTENT.includes(status)) return 'content';
  return status >= 500 || OF_THE_MOMENT.includes(status) ? 'moment' : 'address';
}
