import { describe, expect, test } from 'vitest';
import {
  apiErrorBodySchema,
  type HealthResponse,
  healthResponseSchema,
  searchResponseSchema,
} from '../../functions/src/contract/index.ts';
import WANTED from '../../tools/alarms/alarms.json' with { type: 'json' };
import { runSchedule } from '../support/run-schedule.ts';
import { samplesUrl, siteUrl } from '../support/stack.ts';

function search(body: unknown): Promise<Response> {
  return fetch(`${siteUrl()}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function readHealth(): Promise<HealthResponse> {
  const answer = await fetch(`${siteUrl()}/api/health`);
  expect(answer.status).toBe(200);
  return healthResponseSchema.parse(await answer.json());
}

describe('the API, through hosting', () => {
  test('counts every sample podcast in health', async () => {
    const list = await (await fetch(samplesUrl())).text();
    const health = await readHealth();
    expect(health.status).toBe('ok');
    expect(health.podcasts).toBe([...list.matchAll(/xmlUrl=/g)].length);
    expect(health.episodes).toBeGreaterThanOrEqual(health.podcasts);
  });

  test('answers HEAD of health like GET, without a body', async () => {
    const answer = await fetch(`${siteUrl()}/api/health`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  test('reports in health the ages of pending mails and messages, and no names', async () => {
    const answer = await fetch(`${siteUrl()}/api/health`);
    const text = await answer.text();
    const { oldestMailMs, oldestMessageMs } = healthResponseSchema.parse(JSON.parse(text));
    for (const age of [oldestMailMs, oldestMessageMs]) expect(age).not.toBeUndefined();
    expect(text).not.toMatch(/@|https?:/);
  });

  test('serves the texts that checks from outside search for', async () => {
    const checks = WANTED.alarms.flatMap(({ check }) => check ?? []);
    expect(checks).toHaveLength(2);
    for (const { httpCheck, contentMatchers } of checks) {
      const text = await (await fetch(siteUrl() + httpCheck.path)).text();
      for (const { content } of contentMatchers) expect(text).toContain(content);
    }
  });

  test('lists podcasts with transcripts in health only on request', async () => {
    const answer = await fetch(`${siteUrl()}/api/health?shows`);
    const { shows = [], spoken } = healthResponseSchema.parse(await answer.json());
    expect(shows.length).toBeGreaterThan(0);
    expect(shows.reduce((sum, show) => sum + show.spoken, 0)).toBe(spoken);
    expect((await readHealth()).shows).toBeUndefined();
  });

  test('adds nothing when the schedule runs once more', async () => {
    const before = await readHealth();
    expect(await runSchedule('refreshCatalogue')).toBe(200);
    const after = await readHealth();
    expect(after.episodes).toBe(before.episodes);
    expect(after.refreshedAtMs).toBeGreaterThan(before.refreshedAtMs ?? Infinity);
  });

  test('finds episodes of the samples, newest first', async () => {
    const answer = await search({ keywords: ['the', 'a', 'podcast'], language: 'English' });
    expect(answer.status).toBe(200);
    const { episodes, total } = searchResponseSchema.parse(await answer.json());
    expect(episodes.length).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(episodes.length);
    const dates = episodes.map((episode) => episode.pub_date_ms);
    expect(dates).not.toContain(null);
    expect(dates).toEqual(dates.toSorted((left, right) => Number(right) - Number(left)));
  });

  test('refuses a search without keywords', async () => {
    const answer = await search({ keywords: [], language: 'English' });
    expect(answer.status).toBe(400);
    expect(apiErrorBodySchema.parse(await answer.json()).error.code).toBe('invalid-request');
  });
});

describe('hosting', () => {
  test('answers an unknown path with the not-found page and status 404', async () => {
    const answer = await fetch(`${siteUrl()}/no/such/page`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await answer.text()).toContain('<div id="root"');
  });

  test('lets browsers cache hashed assets forever and revalidate pages', async () => {
    const file = await fetch(`${siteUrl()}/about`);
    expect(file.headers.get('cache-control')).toBe('no-cache');
    const page = await fetch(`${siteUrl()}/`);
    expect(page.headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=\d+/);
    const asset = /\/assets\/[^"]+/.exec(await page.text())?.[0];
    expect(asset).toBeDefined();
    const { headers } = await fetch(`${siteUrl()}${asset ?? ''}`);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
