import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeployedFunction, serveDeployed } from '../support/deployed/deployed-function.ts';

let folder: string;
let feeds: DeployedFunction;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'earshot-feeds-'));
  const noCatalogue = path.join(folder, 'catalogue.db');
  writeFileSync(noCatalogue, 'This is no database. '.repeat(500));
  feeds = await serveDeployed('feeds', {
    CATALOGUE_URL: `file:${noCatalogue}`,
    RATE_LIMIT_STORE: 'memory',
    MAIL_FROM: 'Earshot <alerts@earshot.example>',
    SITE_URL: 'https://earshot.example',
    UNSUBSCRIBE_KEY: '',
  });
});
afterAll(() => {
  feeds.stop();
  rmSync(folder, { recursive: true });
});

const get = (address: string) => fetch(new URL(address, feeds.url), { redirect: 'manual' });

test('answers 503 with a wait, cached for seconds, if the catalogue cannot be read', async () => {
  for (const address of ['/company/openai.xml', '/search.xml?q=openai']) {
    const { status, headers } = await get(address);
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('30');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=5');
    expect(headers.get('etag')).toBeNull();
  }
  expect(feeds.output()).toContain('public-feed');
  expect(feeds.output()).not.toContain('q=openai');
});

test('answers requests that need no catalogue', async () => {
  expect((await get('/openai.xml')).status).toBe(301);
  expect((await get('/nobody.xml')).status).toBe(404);
});
