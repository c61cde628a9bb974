import { expect, test } from 'vitest';
import { sampleAlert } from '#shared/testing/fake-member-data.ts';
import { createdText, lastMatchText, markText } from './alert-facts.ts';

const noon = (day: number) => new Date(2026, 10, day, 12).getTime();
const alert = { ...sampleAlert('openai'), createdAtMs: noon(1) };

test('shows when an alert was saved', () => {
  expect(createdText(alert)).toBe('Created on Nov 1, 2026');
});

test('shows the last match of an alert', () => {
  const sent = (episodes: number) => lastMatchText({ atMs: noon(20), episodes });
  expect(sent(1)).toBe('Last match Nov 20, 2026, 1 episode');
  expect(sent(1200)).toBe('Last match Nov 20, 2026, 1,200 episodes');
});

test('marks an alert that is paused or not mailed', () => {
  expect(markText(alert)).toBeNull();
  expect(markText({ ...alert, mail: false })).toBe('No email');
  expect(markText({ ...alert, mail: false, paused: true })).toBe('Paused');
});
