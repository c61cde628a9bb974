import { alertKeywords, FIELD_NAMES, FILTERS } from 'functions/contract';
import { expect, test } from 'vitest';
import { alertCount } from './alert-count.ts';

test.each(FIELD_NAMES)(
  'a search with %s: creates as many alerts as for signed-in people',
  (field) => {
    const keywords = ['openai', 'anthropic', `${field}:de`, `-${field}:en`, '+funding'];
    expect(alertCount(keywords)).toBe(alertKeywords(keywords).length);
  },
);

test('filters and signs create no alerts of their own', () => {
  expect(alertCount(['-ads', '+funding', ...FILTERS.map((name) => `${name}:de`)])).toBe(0);
});
