import { describe, expect, test } from 'vitest';
import { alertFields, newAlert, newAlertSchema, readAlert } from './alert.ts';

describe('a new alert', () => {
  test('keeps its keyword trimmed', () => {
    expect(newAlertSchema.parse({ keyword: ' open source\n' })).toEqual({ keyword: 'open source' });
  });

  test('takes a keyword of 1 to 200 characters', () => {
    for (const keyword of ['a', 'a'.repeat(200), ` ${'a'.repeat(200)} `]) {
      expect(newAlertSchema.safeParse({ keyword }).success).toBe(true);
    }
    for (const keyword of ['', ' \t', 'a'.repeat(201), 7, null]) {
      expect(newAlertSchema.safeParse({ keyword }).success).toBe(false);
    }
  });

  test('may be written in a language', () => {
    const asked = { keyword: 'openai -sponsor', language: 1 };
    expect(newAlertSchema.parse(asked)).toEqual(asked);
    expect(newAlertSchema.safeParse({ ...asked, language: 2 }).success).toBe(false);
  });

  test('may leave out what is said', () => {
    const asked = { keyword: 'openai', spoken: false };
    expect(newAlertSchema.parse(asked)).toEqual(asked);
    expect(newAlertSchema.safeParse({ ...asked, spoken: true }).success).toBe(false);
  });

  test('has no other field', () => {
    expect(newAlertSchema.safeParse({ keyword: 'a', paused: true }).success).toBe(false);
  });
});

describe('a saved alert', () => {
  const at = (atMs: number) => ({ toMillis: () => atMs });
  const stored = { keyword: 'open source', createdAt: at(5) };
  const saved = { id: 'a', keyword: 'open source', createdAtMs: 5 };

  test('may never have been paused or have matched', () => {
    expect(readAlert('a', stored)).toEqual(saved);
  });

  test('says whether it is paused, when it was resumed and what was mailed last', () => {
    const lastMatch = { at: at(9), episodes: 3 };
    const used = { ...stored, paused: false, resumedAt: at(7), lastMatch };
    expect(readAlert('a', used)).toEqual({
      ...saved,
      paused: false,
      resumedAtMs: 7,
      lastMatch: { atMs: 9, episodes: 3 },
    });
  });

  test('is read without what is odd of what it may have', () => {
    expect(readAlert('a', { ...stored, language: 2 })).toEqual(saved);
    expect(readAlert('a', { ...stored, keyword: 'a'.repeat(201) })).not.toBeNull();
  });
});

test('the fields of an alert are those it has that say something', () => {
  const asked = { keyword: 'openai -sponsor', language: 1, spoken: false } as const;
  const saved = { ...asked, paused: true };
  expect(alertFields(saved)).toStrictEqual(asked);
  expect(alertFields({ keyword: 'openai', spoken: true })).toStrictEqual({ keyword: 'openai' });
});

test('a keyword loses the marks that turn the direction of what follows, and is read without them', () => {
  expect(newAlert('\u202Eopenai\u202C')).toEqual({ keyword: 'openai' });
  expect(newAlert('\u2066-\u2069ads openai')).toEqual({ keyword: '-ads openai', language: 1 });
  expect(() => newAlert('\u202E \u2066')).toThrow();
});
