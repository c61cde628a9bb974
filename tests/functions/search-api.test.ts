import { describe, expect, test } from 'vitest';
import {
  apiErrorBodySchema,
  searchResponseSchema,
  splitHighlights,
} from '../../functions/src/contract/index.ts';
import { asNewClient } from '../support/client.ts';
import { expectRefusedInTime } from '../support/expect-refused-in-time.ts';
import { siteUrl } from '../support/stack.ts';

const query = { keywords: ['OpenAI'], language: 'English' };

interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

function call({ method = 'POST', body = query, headers = asNewClient() }: Call = {}) {
  return fetch(`${siteUrl()}/api/search`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

async function errorCode(response: Response): Promise<string> {
  return apiErrorBodySchema.parse(await response.json()).error.code;
}

describe('POST /api/search', () => {
  test('returns what the contract promises, with highlighted matches', async () => {
    const response = await call();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('no-store');
    const { episodes, total } = searchResponseSchema.parse(await response.json());
    expect(total).toBe(episodes.length);
    // All sample feeds contain durations.
    expect(episodes.filter((episode) => episode.duration_s === undefined)).toEqual([]);
    const marked = episodes.flatMap((episode) =>
      splitHighlights(episode.description).filter((part) => part.highlighted),
    );
    expect(marked.length).toBeGreaterThan(5);
    for (const { text } of marked) expect(text.toLowerCase()).toBe('openai');
  });

  test('leaves out matches of a name alone for an alert, which asks by a header', async () => {
    const totalOf = async (headers: Record<string, string>) => {
      const body = { ...query, keywords: ['Café Kilobyte'] };
      const response = await call({ body, headers: { ...asNewClient(), ...headers } });
      return searchResponseSchema.parse(await response.json()).total;
    };
    expect(await totalOf({})).toBeGreaterThan(0);
    expect(await totalOf({ prefer: 'limit=20, name-only=no' })).toBe(0);
  });

  test('merges the episodes of several keywords, newest first, without duplicates', async () => {
    const ask = async (keywords: string[]) => {
      const response = await call({ body: { ...query, keywords } });
      const { episodes } = searchResponseSchema.parse(await response.json());
      return new Map(episodes.map((episode) => [episode.link, episode.pub_date_ms]));
    };
    const [one, other, both] = await Promise.all([
      ask(['Anthropic']),
      ask(['a16z']),
      ask(['a16z', 'ANTHROPIC']),
    ]);
    const union = new Map([...one, ...other]);
    expect([...both].sort()).toEqual([...union].sort());
    const dates = [...both.values()];
    expect(dates).not.toContain(null);
    expect(dates).toEqual(dates.toSorted((left, right) => Number(right) - Number(left)));
  });

  test('omits episodes before the start date', async () => {
    const startDate = Date.now() - 7 * 86_400_000;
    const response = await call({ body: { ...query, startDate } });
    const { episodes } = searchResponseSchema.parse(await response.json());
    expect(episodes.length).toBeGreaterThan(0);
    for (const episode of episodes) expect(episode.pub_date_ms).toBeGreaterThan(startDate - 60_000);
    const all = searchResponseSchema.parse(await (await call()).json());
    expect(all.episodes.length).toBeGreaterThan(episodes.length);
  });

  test.each([
    ['another method', { method: 'GET' }, 405, 'method-not-allowed'],
    ['an unknown field', { body: { ...query, page: 5 } }, 400, 'invalid-request'],
    ['21 keywords', { body: { ...query, keywords: Array(21).fill('a') } }, 400, 'invalid-request'],
    [
      'a keyword of 201 characters',
      { body: { ...query, keywords: ['a'.repeat(201)] } },
      400,
      'invalid-request',
    ],
    [
      'a body that is too large',
      { body: { ...query, keywords: ['a'.repeat(40_000)] } },
      413,
      'payload-too-large',
    ],
  ])('refuses %s', async (_name, refused, status, code) => {
    const response = await call(refused);
    expect(response.status).toBe(status);
    expect(await errorCode(response)).toBe(code);
    if (status === 405) expect(response.headers.get('allow')).toBe('POST');
  });

  test('refuses a body that is no JSON', async () => {
    expect((await call({ body: '{"keywords":' })).status).toBe(400);
  });

  test('refuses a client’s 31st search within a minute, and no other client', async () => {
    const headers = asNewClient();
    const refused = await expectRefusedInTime(() => call({ headers }));
    expect(await errorCode(refused)).toBe('rate-limited');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await call()).status).toBe(200);
  });

  test('hides the response from pages of other sites', async () => {
    const headers = { ...asNewClient(), origin: 'https://elsewhere.example' };
    expect((await call({ headers })).headers.get('access-control-allow-origin')).toBeNull();
  });
});
