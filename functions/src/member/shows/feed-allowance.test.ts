import { beforeEach, expect, test } from 'vitest';
import { countCalls, type RateWindow } from '../../platform/clients/count-call.ts';
import { dropLog } from '../../testing/test-log.ts';
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
    const { host, ...caller } = asked(at);
    if (await createFeedAllowance(caller, count)(`https://${host}/feed ${at}`)) sum += 1;
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
    'a person at one host',
    (at) => ({ uid: 'ada', client: { address: `a${at}`, relay: null }, host: 'host.example' }),
    FETCHES.personAtHost.limit,
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

test('leaves most of a host to others, however often one person asks for it', async () => {
  const count = counter();
  const fetchesOf = async (uid: string, total: number) => {
    const allowsFetch = createFeedAllowance({ uid, client: { address: uid, relay: null } }, count);
    let sum = 0;
    for (let at = 0; at < total; at += 1)
      sum += (await allowsFetch(`https://host.example/${at}`)) ? 1 : 0;
    return sum;
  };
  expect(await fetchesOf('ada', 200)).toBeLessThanOrEqual(FETCHES.host.limit / 2);
  expect(await fetchesOf('grace', 10)).toBe(10);
});

test('counts the fetches of a person for each host apart', async () => {
  const asked = (at: number) => ({
    uid: 'ada',
    client: { address: 'home', relay: null },
    host: at % 2 === 0 ? 'one.example' : 'other.example',
  });
  expect(await allowed(200, asked)).toBe(2 * FETCHES.personAtHost.limit);
});
