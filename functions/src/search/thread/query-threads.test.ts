import { describe, expect, test } from 'vitest';
import type { EncodedResponse } from '../encode-response.ts';
import { openQueryThreads } from './query-threads.ts';

const ANSWER: EncodedResponse = { json: new Uint8Array(), total: 7 };
const query = (keyword: string) => ({ keywords: [keyword], limit: 100, totalLimit: 1000 });

/** Two threads whose queries the test ends. */
function twoThreads() {
  const asked: { thread: number; keyword: string; end: () => void; fail: () => void }[] = [];
  const closed: number[] = [];
  let opened = 0;
  const threads = openQueryThreads(() => {
    const thread = (opened += 1);
    return {
      query: (wanted) =>
        new Promise((resolve, reject) => {
          const keyword = 'keywords' in wanted ? String(wanted.keywords[0]) : '';
          const end = () => resolve(ANSWER);
          asked.push({ thread, keyword, end, fail: () => reject(new Error('failed')) });
        }),
      close: () => void closed.push(thread),
    };
  }, 2);
  const ends = (keyword: string) => asked.find((entry) => entry.keyword === keyword)!;
  return { threads, closed, ends, placed: () => asked.map(({ thread }) => thread) };
}

describe('several threads that query', () => {
  test('a query that meets another goes to the thread that is free', async () => {
    const { threads, ends, placed } = twoThreads();
    const heavy = threads.query(query('heavy'));
    const first = threads.query(query('first'));
    ends('first').end();
    expect(await first).toBe(ANSWER);
    const second = threads.query(query('second'));
    expect(placed()).toEqual([1, 2, 2]);
    ends('second').end();
    ends('heavy').end();
    await Promise.all([heavy, second]);
  });

  test('a thread is free again also after a query that failed', async () => {
    const { threads, ends, placed } = twoThreads();
    const failing = threads.query(query('failing'));
    ends('failing').fail();
    await expect(failing).rejects.toThrow('failed');
    void threads.query(query('next'));
    void threads.query(query('beside'));
    expect(placed()).toEqual([1, 1, 2]);
  });

  test('all are closed together', () => {
    const { threads, closed } = twoThreads();
    threads.close();
    expect(closed).toEqual([1, 2]);
  });
});
