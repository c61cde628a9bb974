import { NOTES_ONLY, EMPTY_QUERY } from 'functions/contract';
import { expect, test } from 'vitest';
import { sampleAlert } from '#shared/member/data/fake-member-data.ts';
import { alertFacts } from './alert-facts.ts';

const noon = (day: number) => new Date(2026, 10, day, 12).getTime();
const alert = { ...sampleAlert('openai'), createdAtMs: noon(1) };

test('an alert tells first what its name does not say; what it leaves out has lines of its own', () => {
  const query = { ...alert, keyword: 'openai -sponsor -show:"Hard Fork"' };
  const saved = 'Created on Nov 1, 2026';
  expect(alertFacts({ ...query, language: 1 })).toEqual([saved]);
  expect(alertFacts({ ...alert, keyword: '-ads', language: 1 })).toEqual([EMPTY_QUERY, saved]);
  expect(alertFacts({ ...alert, spoken: false })).toEqual([NOTES_ONLY, saved]);
  // Saved before there was a language: words side by side.
  expect(alertFacts(query)).toEqual([saved]);
});

test('an alert tells when it was saved, and what was mailed of it last', () => {
  expect(alertFacts(alert)).toEqual(['Created on Nov 1, 2026']);
  expect(alertFacts({ ...alert, lastMatch: { atMs: noon(20), episodes: 1 } })).toEqual([
    'Created on Nov 1, 2026',
    'Last match Nov 20, 2026, 1 episode',
  ]);
  expect(alertFacts({ ...alert, lastMatch: { atMs: noon(20), episodes: 1200 } })).toEqual([
    'Created on Nov 1, 2026',
    'Last match Nov 20, 2026, 1,200 episodes',
  ]);
});
