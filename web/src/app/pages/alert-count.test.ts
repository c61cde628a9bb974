import { alertKeywords, FIELD_NAMES, FILTERS } from 'functions/contract';
import { expect, test } from 'vitest';
import { alertCount } from './alert-count.ts';

test.each(FIELD_NAMES)(
  'a search with %s: makes as many alerts as for those who are signed in',
  (field) => {
    const keywords = ['openai', 'anthropic', `${field}:de`, `-${field}:en`, '+funding'];
    expect(alertCount(keywords)).toBe(alertKeywords(keywords).length);
  },
);

test('filters and signs make none themselves', () => {
  expect(alertCount(['-ads', '+funding', ...FILTERS.map((name) => `${name}:de`)])).toBe(0);
});
