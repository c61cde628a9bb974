import { expect, test } from 'vitest';
import { createClientFinder } from '../../platform/clients/client.ts';
import { createSearchAllowance } from './search-allowance.ts';

const GOOGLE = '66.249.83.7';
/** Where programs of anybody run, such as Apps Script: in Google's own networks as Hosting is. */
const GOOGLE_SCRIPT = '74.125.0.9';
const GOOGLE_CLOUD = '104.198.56.253';
const ELSEWHERE = '198.51.100.9';
const VICTIM = '203.0.113.7';

/** One instance for a minute: 30 searches a client. */
function aMinute() {
  const clientOf = createClientFinder([]);
  const allow = createSearchAllowance({ perMinute: 30, countShared: null, now: () => 0 });
  return async (hop: string, claim: string) => {
    const headers = { 'fastly-client-ip': claim, 'x-forwarded-for': `${claim}, ${hop}` };
    return (await allow({ ...clientOf({ headers, socket: {} }), uid: null })).allowed;
  };
}

async function allowedOf(calls: number, search: (turn: number) => Promise<boolean>) {
  let allowed = 0;
  for (let turn = 0; turn < calls; turn += 1) if (await search(turn)) allowed += 1;
  return allowed;
}

test('a direct client has 30 searches, however many addresses it claims', async () => {
  const search = aMinute();
  expect(await allowedOf(500, (turn) => search(ELSEWHERE, `203.0.113.${turn % 250}`))).toBe(30);
});

test('a machine in a rented network has ten times as many, and each address it claims 30', async () => {
  const search = aMinute();
  expect(await allowedOf(100, () => search(GOOGLE_CLOUD, VICTIM))).toBe(30);
  const claims = (turn: number) => `198.18.${turn % 250}.${turn % 7}`;
  expect(await allowedOf(1000, (turn) => search(GOOGLE_CLOUD, claims(turn)))).toBe(270);
});

test('a script in Google’s networks passes no limit by the addresses it claims', async () => {
  const search = aMinute();
  expect(await allowedOf(100, () => search(GOOGLE_SCRIPT, VICTIM))).toBe(30);
  const claims = (turn: number) => `198.18.${turn % 250}.${turn % 7}`;
  expect(await allowedOf(5000, (turn) => search(GOOGLE_SCRIPT, claims(turn)))).toBe(2970);
});

test('nobody uses up the searches of a visitor by claiming to be them', async () => {
  const search = aMinute();
  for (const hop of [ELSEWHERE, GOOGLE_CLOUD, GOOGLE_SCRIPT, VICTIM.replace(/7$/, '8')]) {
    await allowedOf(100, () => search(hop, VICTIM));
  }
  expect(await allowedOf(100, () => search(GOOGLE, VICTIM))).toBe(30);
});

test('the addresses of one IPv6 household share their 30 searches', async () => {
  const search = aMinute();
  const household = (turn: number) => `2001:db8:0:1::${turn.toString(16)}`;
  expect(await allowedOf(100, (turn) => search(GOOGLE, household(turn)))).toBe(30);
  expect(await search(GOOGLE, '2001:db8:0:2::1')).toBe(true);
});
