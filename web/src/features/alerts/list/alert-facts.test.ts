import { EMPTY_QUERY } from 'functions/contract';
import { expect, test } from 'vitest';
import { sampleAlert } from '#shared/data/member/fake-member-data.ts';
import { alertFact, lastMatchText } from './alert-facts.ts';

const noon = (day: number) => new Date(2026, 10, day, 12).getTime();
const alert = { ...sampleAlert('openai'), createdAtMs: noon(1) };

test('an alert tells when it was saved, and why it finds nothing; its filters stand elsewhere', () => {
  const query = { ...alert, keyword: 'openai -sponsor -show:"Hard Fork"' };
  const saved = 'Created on Nov 1, 2026';
  expect(alertFact({ ...query, language: 1 })).toBe(saved);
  expect(alertFact({ ...alert, keyword: '-ads', language: 1 })).toBe(`${EMPTY_QUERY} ${saved}`);
  expect(alertFact({ ...alert, spoken: false })).toBe(saved);
  // Saved before there was a language: words side by side.
  expect(alertFact(query)).toBe(saved);
});

test('an alert tells what was mailed of it last', () => {
  const sent = (episodes: number) => lastMatchText({ atMs: noon(20), episodes });
  expect(sent(1)).toBe('Last match Nov 20, 2026, 1 episode');
  expect(sent(1200)).toBe('Last match Nov 20, 2026, 1,200 episodes');
});
