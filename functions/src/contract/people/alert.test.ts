import { describe, expect, test } from 'vitest';
import { alertFields, newAlert, newAlertSchema, readAlert } from './alert.ts';

describe('a new alert', () => {
  test('newAlertSchema trims the keyword', () => {
    expect(newAlertSchema.parse({ keyword: ' open source\n' })).toEqual({ keyword: 'open source' });
  });

  test('newAlertSchema accepts keywords of 1 to 200 characters', () => {
    for (const keyword of ['a', 'a'.repeat(200), ` ${'a'.repeat(200)} `]) {
      expect(newAlertSchema.safeParse({ keyword }).success).toBe(true);
    }
    for (const keyword of ['', ' \t', 'a'.repeat(201), 7, null]) {
      expect(newAlertSchema.safeParse({ keyword }).success).toBe(false);
    }
  });

  test('newAlertSchema accepts the languages 1 and 2 only', () => {
    const asked = { keyword: 'openai -sponsor', language: 1 };
    expect(newAlertSchema.parse(asked)).toEqual(asked);
    expect(newAlertSchema.safeParse({ ...asked, language: 3 }).success).toBe(false);
  });

  test('newAlertSchema accepts spoken: false, but not true', () => {
    const asked = { keyword: 'openai', spoken: false };
    expect(newAlertSchema.parse(asked)).toEqual(asked);
    expect(newAlertSchema.safeParse({ ...asked, spoken: true }).success).toBe(false);
  });

  test('newAlertSchema rejects unknown fields', () => {
    expect(newAlertSchema.safeParse({ keyword: 'a', paused: true }).success).toBe(false);
  });
});

describe('a saved alert', () => {
  const at = (atMs: number) => ({ toMillis: () => atMs });
  const stored = { keyword: 'open source', createdAt: at(5) };
  const saved = { id: 'a', keyword: 'open source', createdAtMs: 5 };

  test('readAlert reads an alert that was never paused and never matched', () => {
    expect(readAlert('a', stored)).toEqual(saved);
  });

  test('readAlert reads the pause and the last email', () => {
    const lastMatch = { at: at(9), episodes: 3 };
    const used = { ...stored, paused: false, resumedAt: at(7), lastMatch };
    expect(readAlert('a', used)).toEqual({
      ...saved,
      paused: false,
      resumedAtMs: 7,
      lastMatch: { atMs: 9, episodes: 3 },
    });
  });

  test('readAlert drops invalid optional fields', () => {
    expect(readAlert('a', { ...stored, language: 3 })).toEqual(saved);
    expect(readAlert('a', { ...stored, keyword: 'a'.repeat(201) })).not.toBeNull();
  });
});

test('alertFields drops fields with default values', () => {
  const asked = { keyword: 'openai -sponsor', language: 1, spoken: false } as const;
  const saved = { ...asked, paused: true };
  expect(alertFields(saved)).toStrictEqual(asked);
  expect(alertFields({ keyword: 'openai', spoken: true })).toStrictEqual({ keyword: 'openai' });
});

test('newAlert strips bidirectional controls before it parses the keyword', () => {
  expect(newAlert('\u202Eopenai\u202C')).toEqual({ keyword: 'openai' });
  expect(newAlert('(openai OR claude) funding')).toMatchObject({ language: 2 });
  expect(newAlert('\u2066-\u2069ads openai')).toEqual({ keyword: '-ads openai', language: 1 });
  expect(() => newAlert('\u202E \u2066')).toThrow();
});
