import { expect, test } from 'vitest';
import { createClientFinder } from '../../platform/clients/client.ts';
import { createSearchAllowance } from './search-allowance.ts';

const HOSTING = '66.249.83.7';
const ELSEWHERE = '198.51.100.9';
const VICTIM = '203.0.113.7';

/** Simulates one instance for a minute, with a limit of 30 searches per client. */
function aMinute(proxies: string[] = []) {
  const clientOf = createClientFinder(proxies);
  const allow = createSearchAllowance({ perMinute: 30, countShared: null, now: () => 0 });
  return async (hop: string, claim: string, header = 'fastly-client-ip') => {
    const headers = { [header]: claim, 'x-forwarded-for': `${claim}, ${hop}` };
    return (await allow({ ...clientOf({ headers, socket: {} }), uid: null })).allowed;
  };
}

async function allowedOf(calls: number, search: (turn: number) => Promise<boolean>) {
  let allowed = 0;
  for (let turn = 0; turn < calls; turn += 1) if (await search(turn)) allowed += 1;
  return allowed;
}

const claimOf = (turn: number) => `198.18.${turn % 250}.${turn % 7}`;

test('allows 30 searches however many addresses X-Forwarded-For claims', async () => {
  const search = aMinute();
  expect(await allowedOf(500, (turn) => search(ELSEWHERE, claimOf(turn), 'x-forwarded-for'))).toBe(
    30,
  );
});

test('allows a client that claims to be Hosting at most ten times as many', async () => {
  const search = aMinute();
  expect(await allowedOf(100, () => search(ELSEWHERE, VICTIM))).toBe(30);
  expect(await allowedOf(1000, (turn) => search(ELSEWHERE, claimOf(turn)))).toBe(270);
});

test('allows 30 searches whatever a client claims, once the settings list the proxies', async () => {
  const search = aMinute([`${HOSTING}/32`]);
  expect(await allowedOf(500, (turn) => search(ELSEWHERE, claimOf(turn)))).toBe(30);
});

test('counts two visitors of Hosting separately', async () => {
  for (const proxies of [[], [`${HOSTING}/32`]]) {
    const search = aMinute(proxies);
    for (const visitor of [VICTIM, '203.0.113.8']) {
      expect(await allowedOf(100, () => search(HOSTING, visitor))).toBe(30);
    }
  }
});

test('nobody uses up a visitor’s searches by claiming their address', async () => {
  const search = aMinute();
  for (const hop of [ELSEWHERE, '104.198.56.253', '74.125.0.9', VICTIM.replace(/7$/, '8')]) {
    await allowedOf(100, () => search(hop, VICTIM));
  }
  expect(await allowedOf(100, () => search(HOSTING, VICTIM))).toBe(30);
});

test('counts all addresses of an IPv6 household together', async () => {
  const search = aMinute();
  const household = (turn: number) => `2001:db8:0:1::${turn.toString(16)}`;
  expect(await allowedOf(100, (turn) => search(HOSTING, household(turn)))).toBe(30);
  expect(await search(HOSTING, '2001:db8:0:2::1')).toBe(true);
});
