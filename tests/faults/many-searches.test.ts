import { expect, test } from 'vitest';
import { asNewClient } from '../support/client.ts';
import { recordFault, seconds } from './record-fault.ts';
import { percentile, search, tally } from './searching.ts';
import { startInstances } from './start-instances.ts';

const AT_ONCE = 200;

async function atOnce(instances: string[], headersOf: () => Record<string, string>) {
  // An instance's first search loads its modules.
  for (const instance of instances) await search('OpenAI', asNewClient(), instance);
  const startedAt = performance.now();
  const searches = Array.from({ length: AT_ONCE }, (_, place) =>
    search('OpenAI', headersOf(), instances[place % instances.length]),
  );
  const found = await Promise.all(searches);
  return { found, tookMs: performance.now() - startedAt };
}

test('answers 200 simultaneous searches of 200 clients', async () => {
  const { found, tookMs } = await atOnce(await startInstances(1), asNewClient);
  expect(found.filter(({ status }) => status !== 200)).toEqual([]);
  expect(new Set(found.map(({ response }) => response?.total)).size).toBe(1);
  recordFault({
    fault: `${AT_ONCE} searches at once, each from another client, on one instance`,
    seen: `their episodes: half of them within ${seconds(percentile(found, 50))}, all within ${seconds(tookMs)}`,
    lost: 'nothing',
    recovery: 'at once',
  });
});

test('answers 30 of 200 simultaneous searches of one client on three instances', async () => {
  const instances = await startInstances(3);
  const one = asNewClient();
  const { found, tookMs } = await atOnce(instances, () => one);
  const refused = found.filter(({ status }) => status === 429);
  expect(found.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(refused).toHaveLength(AT_ONCE - 30);
  for (const { retryAfter } of refused) {
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  }
  for (const instance of instances) {
    expect((await search('OpenAI', one, instance)).status).toBe(429);
    expect((await search('OpenAI', asNewClient(), instance)).status).toBe(200);
  }
  recordFault({
    fault: `${AT_ONCE} searches at once from one client, on three instances`,
    seen: `30 answers, then “Too many requests” (${tally(found)}, all within ${seconds(tookMs)})`,
    lost: 'nothing; other clients notice nothing',
    recovery: 'a minute later, as Retry-After says',
  });
});
