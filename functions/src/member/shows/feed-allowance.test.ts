import { beforeEach, expect, test } from 'vitest';
import { countCalls, type RateWindow } from '../../platform/clients/count-call.ts';
import { dropLog } from '../../platform/test-log.ts';
import { createFeedAllowance, FETCHES } from './feed-allowance.ts';

beforeEach(dropLog);

function counter() {
  const taken = new Map<string, number[]>();
  return (name: string, wanted: readonly number[], now: number, window: RateWindow) => {
    const counted = countCalls(taken.get(name) ?? [], wanted, now, window);
    taken.set(name, counted.taken);
    return Promise.resolve(counted.decisions);
  };
}

type Asked = Parameters<typeof createFeedAllowance>[0] & { host: string };

async function allowed(total: number, asked: (at: number) => Asked): Promise<number> {
  const count = counter();
  let sum = 0;
  for (let at = 0; at < total; at += 1) {
    const { host, ...asker } = asked(at);
    if (await createFeedAllowance(asker, count)(`https://${host}/feed ${at}`)) sum += 1;
  }
  return sum;
}

test.each<[string, (at: number) => Asked, number]>([
  [
    'a person at any address',
    (at) => ({ uid: 'ada', client: { address: `a${at}`, relay: null }, host: `h${at}` }),
    FETCHES.person.limit,
  ],
  [
    'an address with any person',
    (at) => ({ uid: `u${at}`, client: { address: 'home', relay: null }, host: `h${at}` }),
    FETCHES.address.limit,
  ],
  [
    'the relay of an address that anybody can claim',
    (at) => ({
      uid: `u${at}`,
      client: { address: `a${at} by hop`, relay: { address: 'hop', clients: 1 } },
      host: `h${at}`,
    }),
    FETCHES.address.limit,
  ],
  [
    'a host for any person',
    (at) => ({ uid: `u${at}`, client: { address: `a${at}`, relay: null }, host: 'Host.example' }),
    FETCHES.host.limit,
  ],
])('limits the fetches of %s', async (_, asked, limit) => {
  expect(await allowed(200, asked)).toBe(limit);
});
