import { expect, test } from 'vitest';
import { readRating } from './rate-page.ts';

const report = {
  categories: {
    performance: {
      score: 0.987,
      auditRefs: [
        { id: 'first-contentful-paint', weight: 10 },
        { id: 'unused-javascript', weight: 0 },
      ],
    },
    seo: { score: null, auditRefs: [{ id: 'is-crawlable', weight: 1 }] },
  },
  audits: {
    'first-contentful-paint': { score: 0.85, numericValue: 1234.5 },
    'unused-javascript': { score: 0.2, numericValue: 900 },
    'is-crawlable': { score: null },
  },
};

test('a rating holds scores of 100, figures, and the failed audits that count', () => {
  const rating = readRating(report);
  expect(rating?.scores).toEqual({ performance: 99, seo: 0 });
  expect(rating?.figures['first-contentful-paint']).toBe(1234.5);
  expect(rating?.failed).toEqual(['first-contentful-paint']);
});

test('a lost record of the page load is no rating, any other error is thrown', () => {
  const failed = (code: string) =>
    readRating({ ...report, runtimeError: { code, message: `It was ${code}.` } });
  expect(failed('NO_NAVSTART')).toBeNull();
  expect(() => failed('NO_FCP')).toThrow('It was NO_FCP.');
});
