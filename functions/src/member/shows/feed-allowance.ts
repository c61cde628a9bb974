import { MINUTE_MS } from '../../contract/index.ts';
import { type Client, limitsOf } from '../../platform/clients/client.ts';
import type { RateWindow } from '../../platform/clients/count-call.ts';
import type { CountShared } from '../../platform/clients/firestore-rate-limit.ts';
import { log } from '../../platform/log.ts';

export const FETCHES = {
  person: { limit: 40, windowMs: 10 * MINUTE_MS },
  address: { limit: 120, windowMs: 10 * MINUTE_MS },
  /** Less than a host's, so that nobody can use up a host alone. Enough to follow ten shows of it at once. */
  personAtHost: { limit: 12, windowMs: MINUTE_MS },
  /** Per host of the feeds, for all people together. */
  host: { limit: 30, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateWindow>;

interface Caller {
  uid: string;
  client: Client;
}

export function createFeedAllowance({ uid, client }: Caller, count: CountShared) {
  return async function allowsFetch(url: string): Promise<boolean> {
    const { host } = new URL(url);
    const counted: [of: keyof typeof FETCHES, name: string, limit: number][] = [
      ['person', uid, FETCHES.person.limit],
      ...limitsOf(client, FETCHES.address.limit).map(
        ([name, limit]): [of: 'address', name: string, limit: number] => ['address', name, limit],
      ),
      ['personAtHost', `${uid} ${host}`, FETCHES.personAtHost.limit],
      ['host', host, FETCHES.host.limit],
    ];
    for (const [of, name, limit] of counted) {
      const window = { ...FETCHES[of], limit };
      const [decision] = await count(`feeds ${of} ${name}`, [1], Date.now(), window);
      if (decision?.allowed !== false) continue;
      log('info', 'feed-not-fetched', { limit: of });
      return false;
    }
    return true;
  };
}
