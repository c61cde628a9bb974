import { act, renderHook } from '@testing-library/react';
import { HOUR_MS, MAX_TOTAL, MINUTE_MS } from 'functions/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CountedQuery, forgetCounts, useMatchCount } from './use-match-count.ts';

beforeEach(() => {
  forgetCounts();
  vi.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
  });
const found = (total: number, more = {}) => Response.json({ episodes: [], total, ...more });

function open(answer: (keyword: string) => Response | Promise<Response>) {
  const asked: { keywords: string[]; startDate: number }[] = [];
  const fetched = vi.fn<typeof fetch>((_, init) => {
    const body = JSON.parse(init?.body as string) as (typeof asked)[number];
    asked.push(body);
    return Promise.resolve(answer(body.keywords[0]!));
  });
  vi.stubGlobal('fetch', fetched);
  const show = (queries: readonly CountedQuery[], sinceMs = 5) =>
    renderHook(({ all, since }) => useMatchCount(all, since), {
      initialProps: { all: queries, since: sinceMs },
    });
  return { fetched, asked, show };
}

const queries = (...all: string[]) => all.map((query) => ({ query }));
const numbered = (count: number) => queries(...Array.from({ length: count }, (_, at) => `q${at}`));

describe('a count', () => {
  test('requests a count after 600 ms without changes', async () => {
    const { fetched, asked, show } = open(() => found(7));
    const { result, rerender } = show(queries('open'));
    await pass(599);
    rerender({ all: queries('openai'), since: 5 });
    await pass(599);
    expect(fetched).not.toHaveBeenCalled();
    expect(result.current).toEqual([undefined]);
    await pass(1);
    expect(asked).toMatchObject([{ keywords: ['openai'], startDate: 5 }]);
    expect(result.current).toEqual([{ total: 7, isPart: false }]);
  });

  test('requests a count with the options of the query', async () => {
    const { asked, show } = open(() => found(7));
    show([{ query: 'a', spoken: false, onlyAbout: true }, { query: 'a' }]);
    await pass(600);
    expect(asked[0]).toMatchObject({ spoken: false, strength: 'about' });
    expect(asked[1]).not.toHaveProperty('spoken');
    expect(asked[1]).not.toHaveProperty('strength');
  });

  test.each([
    ['the limit of a count is reached', found(MAX_TOTAL)],
    ['older episodes were not searched', found(3, { searchedSince: 5 })],
  ])('a count is partial if %s', async (_, answer) => {
    const { show } = open(() => answer);
    const { result } = show(queries('openai'));
    await pass(600);
    expect(result.current).toMatchObject([{ isPart: true }]);
  });

  test('a count is null after a failure, and retried when the list changes', async () => {
    let isDown = true;
    const { show } = open((keyword) =>
      isDown && keyword === 'a' ? new Response('', { status: 503 }) : found(2),
    );
    const { result, rerender } = show(queries('a', 'b'));
    await pass(600);
    expect(result.current).toEqual([null, { total: 2, isPart: false }]);
    isDown = false;
    rerender({ all: queries('a', 'c'), since: 5 });
    await pass(600);
    expect(result.current).toEqual([
      { total: 2, isPart: false },
      { total: 2, isPart: false },
    ]);
  });

  test('shares a count between users of the hook for an hour', async () => {
    const { fetched, show } = open(() => found(4));
    show(queries('openai')).unmount();
    show(queries('openai'));
    await pass(600);
    expect(show(queries('openai')).result.current).toEqual([{ total: 4, isPart: false }]);
    await pass(600);
    expect(fetched).toHaveBeenCalledOnce();
    await pass(HOUR_MS);
    show(queries('openai'));
    await pass(600);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('counts each period separately', async () => {
    const { asked, show } = open(() => found(4));
    const { rerender } = show(queries('a16z'), 5);
    await pass(600);
    rerender({ all: queries('a16z'), since: 6 });
    await pass(600);
    expect(asked.map(({ startDate }) => startDate)).toEqual([5, 6]);
  });
});

describe('many queries', () => {
  test('requests counts sequentially, and equal queries once', async () => {
    const answers: (() => void)[] = [];
    const { fetched, show } = open(
      () => new Promise((resolve) => answers.push(() => resolve(found(1)))),
    );
    show(queries('a', 'b', 'a'));
    await pass(600);
    expect(fetched).toHaveBeenCalledTimes(1);
    answers[0]!();
    await pass(0);
    expect(fetched).toHaveBeenCalledTimes(2);
    answers[1]!();
    await pass(0);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('pauses four seconds before each count after the first ten', async () => {
    const { fetched, show } = open(() => found(1));
    show(numbered(12));
    await pass(600);
    expect(fetched).toHaveBeenCalledTimes(10);
    await pass(3999);
    expect(fetched).toHaveBeenCalledTimes(10);
    await pass(1);
    expect(fetched).toHaveBeenCalledTimes(11);
    await pass(4000);
    expect(fetched).toHaveBeenCalledTimes(12);
  });

  test('waits a minute at the rate limit, then continues', async () => {
    let isTooMany = true;
    const { asked, show } = open((keyword) =>
      keyword === 'b' && isTooMany ? new Response('', { status: 429 }) : found(1),
    );
    const { result } = show(queries('a', 'b', 'c'));
    await pass(600);
    isTooMany = false;
    await pass(MINUTE_MS - 1);
    expect(asked.map(({ keywords }) => keywords[0])).toEqual(['a', 'b']);
    await pass(1);
    expect(asked.map(({ keywords }) => keywords[0])).toEqual(['a', 'b', 'b', 'c']);
    expect(result.current).not.toContain(undefined);
  });

  test('another list waits for the same minute', async () => {
    let status = 429;
    const { fetched, show } = open(() => new Response('', { status }));
    show(queries('a')).unmount();
    const first = show(queries('a'));
    await pass(600);
    first.unmount();
    status = 503;
    show(queries('b'));
    await pass(30_000);
    expect(fetched).toHaveBeenCalledOnce();
    await pass(30_000);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('a clock set back does not prolong the wait', async () => {
    let status = 429;
    const { fetched, show } = open(() => new Response('', { status }));
    const first = show(queries('a'));
    await pass(600);
    first.unmount();
    vi.setSystemTime(Date.now() - HOUR_MS);
    status = 503;
    show(queries('b'));
    await pass(600);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('stops counting when unmounted', async () => {
    const { fetched, show } = open(() => found(1));
    const { unmount } = show(numbered(12));
    await pass(600);
    unmount();
    await pass(60_000);
    expect(fetched).toHaveBeenCalledTimes(10);
  });
});
