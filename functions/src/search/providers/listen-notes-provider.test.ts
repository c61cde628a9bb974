import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { serveOnLoopback } from '../../platform/test-server.ts';
import { searchResponseSchema } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DailyBudget } from './daily-budget.ts';
import { listenNotesProvider } from './listen-notes-provider.ts';
import { createSearch } from '../search-episodes.ts';

const KEY = 'the-key';
const PAGE_SIZE = 10;

interface Known {
  id: string;
  at: number;
}

const made = (prefix: string, count: number, step: number): Known[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${prefix}${index}`,
    at: 1_700_000_000_000 - index * step,
  }));

/** A fake of Listen Notes' API with search, pages, limits and errors. */
async function listenNotes(byPhrase: Record<string, Known[]>, fault?: RequestListener) {
  const asked: URLSearchParams[] = [];
  const url = await serveOnLoopback((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api');
    asked.push(searchParams);
    if (fault) {
      fault(request, response);
      return;
    }
    if (request.headers['x-listenapi-key'] !== KEY) return void response.writeHead(401).end('{}');
    if (pathname !== '/api/v2/search') return void response.writeHead(404).end('{}');
    const offset = Number(searchParams.get('offset'));
    const after = Number(searchParams.get('published_after') ?? 0);
    const phrase = /^"(.+)"$/.exec(searchParams.get('q') ?? '')?.[1] ?? '';
    const found = (byPhrase[phrase] ?? []).filter(({ at }) => at > after);
    const results = found.slice(offset, offset + PAGE_SIZE).map(({ id, at }) => ({
      id,
      title_original: id,
      description_highlighted: `<span class="ln-search-highlight">${phrase}</span>`,
      link: `https://show.example/${id}`,
      audio: `https://audio.example/${id}.mp3`,
      image: 'https://show.example/cover.jpg',
      pub_date_ms: at,
      podcast: { title_original: 'The Show', publisher_original: 'The Publisher' },
    }));
    response.end(
      JSON.stringify({
        count: results.length,
        total: found.length,
        next_offset: offset + results.length,
        results,
      }),
    );
  });
  return { url: `${url}/api/v2`, asked };
}

function countingBudget(limit = Infinity): DailyBudget & { taken: () => number } {
  let taken = 0;
  return {
    taken: () => taken,
    take(requests) {
      if (taken + requests > limit) {
        const error = new AppError('upstream-unavailable', 'used up', { retryAfterMs: 1 });
        return Promise.reject(error);
      }
      taken += requests;
      return Promise.resolve();
    },
  };
}

function searching(url: string, { depth = 300, budget = countingBudget(), apiKey = KEY } = {}) {
  const provider = listenNotesProvider({ url, apiKey, depth }, budget);
  return (keywords: string[], startDate?: number) =>
    provider.search(
      { keywords, language: 'English', ...(startDate !== undefined && { startDate }) },
      new AbortController().signal,
    );
}

describe('a search of Listen Notes', () => {
  test('asks for the quoted phrase with the official parameters', async () => {
    const { url, asked } = await listenNotes({ 'Sam Altman': made('a', 3, 1000) });
    const answer = await searching(url)(['"Sam  Altman"'], 1_600_000_000_000);
    expect(asked.map((parameters) => Object.fromEntries(parameters))).toEqual([
      {
        q: '"Sam Altman"',
        type: 'episode',
        sort_by_date: '1',
        language: 'English',
        offset: '0',
        published_after: '1600000000000',
      },
    ]);
    expect(searchResponseSchema.parse(answer)).toMatchObject({ total: 3, source: 'listennotes' });
    expect(answer.episodes[0]!.description).toBe('>>>Sam Altman<<<');
  });

  test('merges entries newest first, each episode once, until the newest 100 are certain', async () => {
    const many = made('a', 250, 1_000);
    const few = [...made('b', 30, 7_000), many[3]!].sort((one, other) => other.at - one.at);
    const { url, asked } = await listenNotes({ many, few });
    const budget = countingBudget();
    const { episodes, total } = await searching(url, { budget })(['many', 'few']);
    const expected = [...new Map([...many, ...few].map((known) => [known.id, known])).values()]
      .sort((one, other) => other.at - one.at)
      .slice(0, 100);
    expect(episodes.map(({ pub_date_ms }) => pub_date_ms)).toEqual(expected.map(({ at }) => at));
    expect(new Set(episodes.map(({ title }) => title)).size).toBe(100);
    expect(total).toBe(250);
    expect(asked.length).toBeLessThanOrEqual(14);
    expect(budget.taken()).toBe(asked.length);
  });

  test('asks for a phrase that each answer holds, and looks itself for the rest of a query', async () => {
    const { url, asked } = await listenNotes({
      openai: made('kept', 3, 1000),
      'sam altman': made('other', 2, 1000),
    });
    const search = searching(url);
    const found = await search(['openai -kept1']);
    expect(found.episodes.map(({ title }) => title)).toEqual(['kept0', 'kept2']);
    expect(found.total).toBe(2);
    expect((await search(['+openai AND "sam altman"', '-show:"The Show"'])).total).toBe(0);
    expect((await search(['-openai'])).total).toBe(0);
    expect((await search(['spoken:openai'])).total).toBe(0);
    expect((await search(['+spoken:other sam altman'])).total).toBe(0);
    expect(asked.map((parameters) => parameters.get('q'))).toEqual(['"openai"', '"sam altman"']);
  });

  test('asks for what is written alone, since nothing that is said is known there', async () => {
    const { url, asked } = await listenNotes({ openai: made('kept', 3, 1000) });
    const found = await searching(url)(['openai -spoken:kept1', 'spoken:other']);
    expect(found.episodes.map(({ title }) => title)).toEqual(['kept0', 'kept1', 'kept2']);
    expect(found.asked).toContain('What is said is not searched here');
    expect(asked.map((parameters) => parameters.get('q'))).toEqual(['"openai"']);
  });

  test('goes no deeper than the plan lets it', async () => {
    const { url, asked } = await listenNotes({ many: made('a', 250, 1_000) });
    const { episodes, total } = await searching(url, { depth: 30 })(['many']);
    expect(asked.map((parameters) => parameters.get('offset'))).toEqual(['0', '10', '20']);
    expect([episodes.length, total]).toEqual([30, 250]);
  });

  test('asks once for entries that say the same, and not at all for symbols', async () => {
    const { url, asked } = await listenNotes({});
    await searching(url)(['OpenAI', 'openai', '"OPENAI"', '!?']);
    expect(asked.map((parameters) => parameters.get('q'))).toEqual(['"OpenAI"']);
    expect(await searching(url)(['"'])).toEqual({ episodes: [], total: 0, source: 'listennotes' });
    expect(asked).toHaveLength(1);
  });

  test('is never answered from memory', async () => {
    const { url, asked } = await listenNotes({ a: made('a', 1, 1) });
    const provider = listenNotesProvider({ url, apiKey: KEY, depth: 30 }, countingBudget());
    const search = createSearch({ provider });
    await search({ keywords: ['a'], language: 'English' }, { client: 'a' });
    const again = await search({ keywords: ['a'], language: 'English' }, { client: 'a' });
    expect([asked.length, again.source]).toEqual([2, 'provider']);
  });

  test('makes no request beyond the day’s budget', async () => {
    const { url, asked } = await listenNotes({ a: made('a', 60, 1), b: made('b', 60, 1) });
    const search = searching(url, { budget: countingBudget(3) });
    await expect(search(['a', 'b'])).rejects.toMatchObject({ code: 'upstream-unavailable' });
    expect(asked).toHaveLength(2); // first pages only; both second pages would exceed the budget
  });
});

describe('Listen Notes in trouble', () => {
  const status =
    (code: number, headers: Record<string, string> = {}): RequestListener =>
    (_, response) =>
      response.writeHead(code, headers).end('{}');

  test.each([
    ['a wrong key', 401, 'upstream-failed'],
    ['a quota used up', 429, 'upstream-unavailable'],
    ['a fault of its own', 500, 'upstream-failed'],
    ['overload', 503, 'upstream-unavailable'],
  ])('%s becomes a code of ours', async (_name, code, expected) => {
    const { url } = await listenNotes({}, status(code));
    await expect(searching(url)(['a'])).rejects.toMatchObject({ code: expected });
  });

  test('a wrong key is refused by the server itself, and never told', async () => {
    const { url } = await listenNotes({ a: made('a', 1, 1) });
    const failed = await searching(url, { apiKey: 'wrong-key' })(['a']).catch((error: unknown) =>
      String(error),
    );
    expect(failed).toContain('status 401');
    expect(failed).not.toContain('wrong-key');
  });

  test('one entry’s failure fails the search, and the rest is not asked for', async () => {
    const { url, asked } = await listenNotes({}, status(401));
    const keywords = Array.from({ length: 20 }, (_, index) => `entry${index}`);
    await expect(searching(url)(keywords)).rejects.toMatchObject({ code: 'upstream-failed' });
    expect(asked.length).toBeLessThan(20);
  });

  test('slowness ends within the search’s deadline', async () => {
    const { url } = await listenNotes({}, () => undefined);
    const provider = listenNotesProvider({ url, apiKey: KEY, depth: 30 }, countingBudget());
    const search = createSearch({ provider, deadlineMs: 300 });
    const asked = search({ keywords: ['a'], language: 'English' }, { client: 'a' });
    await expect(asked).rejects.toMatchObject({ code: 'upstream-timeout' });
  });
});
