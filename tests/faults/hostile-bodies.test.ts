import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { asNewClient } from '../support/client.ts';
import { serveDeployed } from '../support/deployed/deployed-function.ts';
import { catalogueFile } from '../support/stack.ts';
import { recordFault, seconds } from './record-fault.ts';
import { type Found, percentile, search } from './searching.ts';

/** 30 MB of JSON in 29 kB. */
const BOMB = gzipSync(`{"a":[${'0,'.repeat(15_000_000)}0]}`);
const BOMBS = 20;
const BROKEN = 200;

function times(found: readonly Found[]): string {
  const half = `half of them up to ${Math.ceil(percentile(found, 50))} ms`;
  return `${half}, the slowest ${seconds(percentile(found, 100))}`;
}

test('compressed and broken bodies do not slow down other clients', async () => {
  const instance = await serveDeployed('search', {
    CATALOGUE_URL: `file:${catalogueFile()}`,
    FUNCTIONS_EMULATOR: 'true',
  });
  onTestFinished(instance.stop);
  const { url, peakBytes } = instance;

  async function searchWhile(isOn: () => boolean): Promise<Found[]> {
    const found: Found[] = [];
    while (found.length < 30 || isOn()) found.push(await search('OpenAI', asNewClient(), url));
    return found;
  }
  const post = async (body: BodyInit, headers: Record<string, string>) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asNewClient(), ...headers },
      body,
    });
    return answer.status;
  };

  await search('OpenAI', asNewClient(), url);
  const quiet = await searchWhile(() => false);
  const before = peakBytes();
  let isOn = true;
  const attack = Promise.all([
    ...Array.from({ length: BOMBS }, () => post(BOMB, { 'content-encoding': 'gzip' })),
    ...Array.from({ length: BROKEN }, () => post('{"keywords":', {})),
  ]).finally(() => (isOn = false));
  const disturbed = await searchWhile(() => isOn);
  const after = peakBytes();

  expect(new Set(await attack)).toEqual(new Set([400]));
  expect(disturbed.filter(({ status }) => status !== 200)).toEqual([]);
  const grown = before === null || after === null ? null : (after - before) / 1e6;
  if (grown !== null) expect(grown).toBeLessThan(100);
  recordFault({
    fault: `${BOMBS} bodies of 29 kB that unpack to 30 MB and ${BROKEN} that are no JSON, at once, at one instance`,
    seen: `nothing: others’ searches took ${times(disturbed)} (without them: ${times(quiet)})`,
    lost: `nothing; the instance took ${grown === null ? '?' : grown.toFixed(0)} MB more memory`,
    recovery: 'at once; each of them was refused',
  });
});
