import { describe, expect, test } from 'vitest';
import { alertSchema, newAlertSchema } from './alert.ts';

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
  const saved = { id: 'a', keyword: 'open source', createdAtMs: 5 };

  test('may never have been paused or have matched', () => {
    expect(alertSchema.parse(saved)).toEqual(saved);
  });

  test('says whether it is paused, when it was resumed and what was mailed last', () => {
    const used = {
      ...saved,
      paused: false,
      resumedAtMs: 7,
      lastMatch: { atMs: 9, episodes: 3 },
    };
    expect(alertSchema.parse(used)).toEqual(used);
  });
});
